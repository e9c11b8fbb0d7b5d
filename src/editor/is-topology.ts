/** How much of a document is examined: an editor may open files of any size. */
const HEAD = 65_536;

/** File names that are rankplan's alone. */
const OWN_NAME = /(?:^|[/\\])(?:[^/\\]*\.)?rankplan\.(?:ya?ml|json)$/i;
const SHARED_NAME = /(?:^|[/\\])topology\.(?:ya?ml|json)$/i;

const NAMED_SCHEMA = /^[ \t]*(?:#.*)?["']?\$schema["']?\s*[=:].*\btopology\.schema\.json\b/m;
const VERSION = /^[ \t]*["']?version["']?[ \t]*:/m;
const NODES = /^[ \t]*["']?nodes["']?[ \t]*:/m;

/**
 * Whether a document of an editor is a topology. Some editors can only say "all YAML", so its name or its text must show
 * it: one that is begun needs the name. `topology.yaml` is a name that others use as well.
 */
export function isTopology({
  languageId,
  name,
  text,
}: Readonly<Record<'languageId' | 'name' | 'text', string>>) {
  if (languageId === 'rankplan' || OWN_NAME.test(name)) return true;
  const head = text.slice(0, HEAD);
  if (NAMED_SCHEMA.test(head)) return true;
  const [hasVersion, hasNodes] = [VERSION.test(head), NODES.test(head)];
  return SHARED_NAME.test(name) ? hasVersion || hasNodes : hasVersion && hasNodes && YAML.test(languageId);
}

const YAML = /yaml|json/;
