-- Payments at the upstream service whose transfer is awaited: the till looks whether it has arrived.
CREATE INDEX upstream_object_waiting ON upstream_object (at) WHERE step = 'waiting';
