-- Cards are found by their number in any case, as lists find them.
UPDATE merchant_card SET query_cardnumber = lower(query_cardnumber) WHERE query_cardnumber GLOB '*[A-Z]*';
