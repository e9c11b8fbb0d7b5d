// Generated from schemas/ by `npm run generate`. Do not edit.
export interface ValidationError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly propertyName?: string;
}
export interface Validator {
  (data: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}
/** The most errors that one call of a validator leaves; with so many there may be others that it does not tell. */
export declare const MAX_ERRORS: number;
export declare const topologyNode: Validator;
export declare const topologyModel: Validator;
export declare const topology: Validator;
export declare const inventory: Validator;
export declare const planNode: Validator;
export declare const planRank: Validator;
export declare const plan: Validator;
export declare const diagnostics: Validator;
