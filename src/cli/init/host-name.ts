/** Whether a topology can name a host so. */
export const isHostName = (text: string): boolean =>
  text.length <= 253 && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(text);
