-- Which numbers of a till were refused: asked with each batch that leaves a gap, and by the reports of gaps.
CREATE INDEX refused_record_number ON refused_record (store, till, epoch, sequence);
