-- Members of closed sales that no figure reads, receipts above all, in short lines (saleTexts.ts). Without them two small sales
-- share a page of the file. Sales that are stored already keep theirs in their documents.
CREATE TABLE sale_more (
  number INTEGER PRIMARY KEY REFERENCES smart_transaction (number),
  members TEXT NOT NULL             -- JSON without its braces, with one character for each text that most sales have
) STRICT;
