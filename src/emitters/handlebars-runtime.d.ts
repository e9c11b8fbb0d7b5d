// handlebars declares no types for its runtime alone, which is what a bundle without the template compiler imports.
declare module 'handlebars/runtime.js' {
  const runtime: typeof import('handlebars');
  export default runtime;
}
