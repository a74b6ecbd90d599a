-- What the columns of a file become, as it was chosen for the last file with this head (names of columns, one a line).
CREATE TABLE import_choice (
  merchant TEXT NOT NULL,
  head TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (merchant, head)
) STRICT, WITHOUT ROWID;
