-- Cards whose document has still to be written are looked for at every start.
CREATE INDEX merchant_card_unwritten ON merchant_card (id) WHERE document = '';
