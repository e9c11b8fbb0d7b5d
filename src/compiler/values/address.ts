export const MAX_HOST_NAME = 253;

/** Whether a topology can name a host so. */
export const isHostName = (text: string): boolean =>
  text.length <= MAX_HOST_NAME && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(text);

/** Whether `text` can be an address: a host name or an IP (one colon would be a port), so that it is harmless wherever it is used. */
export const isAddress = (text: string): boolean =>
  /^[A-Za-z0-9:][A-Za-z0-9._:-]*$/.test(text) && text.split(':').length !== 2;

/** Whether a name or address means the machine itself on every machine, so that no other can be reached by it. */
export const isLoopbackName = (address: string): boolean =>
  /^(localhost|ip6-localhost|ip6-loopback)(\.|$)|^0\.0\.0\.0$|^::$/i.test(address);

/** The same of any address of the loopback interface, by name or number. */
export const isLoopback = (address: string): boolean =>
  isLoopbackName(address) || /^127\.|^::1$|^(0+:){7}0*1$/.test(address);

/** The first and last port that Linux gives to clients, unless it is configured otherwise. */
export const CLIENT_PORTS = [32_768, 60_999] as const;

/** Ports below it are privileged: only root may listen there. */
export const FIRST_FREE_PORT = 1024;
