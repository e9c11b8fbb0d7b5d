// What compiled templates of src/emitters call of Handlebars' runtime, for a page that must be small.

const lookupProperty = (parent, name) =>
  parent != null && Object.hasOwn(parent, name) ? parent[name] : undefined;

const isEmpty = (value) => !value || (Array.isArray(value) && value.length === 0);

const blocks = {
  if(value, { fn, inverse }) {
    return isEmpty(value) ? inverse(this) : fn(this);
  },
  unless(value, { fn, inverse }) {
    return isEmpty(value) ? fn(this) : inverse(this);
  },
  each(list, { fn }) {
    const last = list.length - 1;
    return list.map((item, i) => fn(item, { data: { first: i === 0, last: i === last } })).join('');
  },
};

function create() {
  const helpers = { ...blocks };
  const template = (compiled) => {
    const container = {
      lookupProperty,
      noop: () => '',
      program:
        (i, data, _count, _params, depths = []) =>
        (context, options) => {
          const around = context === depths[0] ? depths : [context, ...depths];
          return run(compiled[i], context, options?.data ?? data, around);
        },
    };
    const run = (part, context, data, depths) => part(container, context, helpers, {}, data, [], depths);
    return (view) => run(compiled.main, view, {}, [view]);
  };
  return { template, registerHelper: (added) => Object.assign(helpers, added) };
}

export default { create };
