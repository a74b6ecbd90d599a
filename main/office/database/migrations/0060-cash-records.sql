-- Cash beside sales, and baskets that were given up, are rows of the closings that an auditor reads.
CREATE INDEX document_cash ON document (store, business_day, till, epoch, sequence) WHERE kind IN ('cashMovement', 'basket', 'shift');
