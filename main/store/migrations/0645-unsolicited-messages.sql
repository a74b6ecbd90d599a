-- What a terminal said about money when no command waited for it: kept until it is settled, so that no crash loses it.
CREATE TABLE unsolicited_message (
  number INTEGER PRIMARY KEY,
  device TEXT NOT NULL,             -- SDV_… of the terminal
  at INTEGER NOT NULL,              -- when it came
  message TEXT NOT NULL             -- JSON, never a card number
) STRICT;
CREATE INDEX unsolicited_message_device ON unsolicited_message (device, number);
