import { attempt } from './try-read.ts';

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null when it is not JSON, or the JSON text `null`: who reads an object or a list takes neither. */
export const parseJson = (text: string): unknown => attempt((): unknown => JSON.parse(text));
