import { findSchema, type Path, type Schema } from '../compiler/syntax/schema-path.ts';
import { topologySchema } from '../generated/schemas.ts';

export const schemaAt = (path: Path): Schema | null => findSchema(topologySchema, path);
