-- Mails that were sent or given up are forgotten after a while: their recipients are customers.
CREATE INDEX mail_ended ON mail (next_at) WHERE state <> 'waiting';
