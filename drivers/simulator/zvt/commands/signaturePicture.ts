/** The signature the virtual customer draws on the terminal: a small picture (PNG, 96 × 24). */
export const SIGNATURE_PICTURE = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAGAAAAAYAQAAAAAtksU5AAAAeklEQVR42rXPMQ6AIAwF0BoGbyE3kaPhDTiCR1EnR6+gcXA2Lphg',
    'vxU1YXSR7YX2tyUkj/6AzxOMKkHvX3SADvYGkw4GBmgEocxaoAaMYI3tA9gKZrDULPBXj4t5m1QIdMQuf3TEUImxDhSesVxoEKtn',
    'y8omW0+fjzsB8hgJfop18YkAAAAASUVORK5CYII=',
  ].join(''),
  'base64',
);
