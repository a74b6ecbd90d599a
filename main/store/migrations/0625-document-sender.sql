-- Who sent an uploaded document: person or client. Of what nothing has taken, each may keep a share alone.
ALTER TABLE document_upload ADD COLUMN sender TEXT NOT NULL DEFAULT '';
CREATE INDEX document_upload_sender ON document_upload (merchant, sender) WHERE expires IS NOT NULL;
