-- What numbers identify a customer: one template for each card group.
CREATE VIEW ident_template AS
  SELECT number, 'smi_' || number AS id, merchant,
    json_object('object', 'smart.idents', 'id', 'smi_' || number, 'prefix', inner ->> 'prefix',
      'length', CAST(inner ->> 'length' AS INTEGER), 'name', document ->> 'display_name', 'type', 'card') AS document
  FROM card_group;
CREATE TRIGGER ident_template_added AFTER INSERT ON card_group BEGIN
  INSERT INTO row_count VALUES ('smart.idents', new.merchant, 1) ON CONFLICT DO UPDATE SET rows = rows + 1;
END;
CREATE TRIGGER ident_template_removed AFTER DELETE ON card_group BEGIN
  UPDATE row_count SET rows = rows - 1 WHERE kind = 'smart.idents' AND merchant = old.merchant;
END;
INSERT INTO row_count SELECT 'smart.idents', merchant, count(*) FROM card_group GROUP BY merchant;
