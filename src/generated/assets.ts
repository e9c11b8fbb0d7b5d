// Generated from the files of src/review by `npm run generate`. Do not edit.
export const pictureStyle =
  "text {\n  font-family: ui-sans-serif, system-ui, \"Segoe UI\", Helvetica, Arial, sans-serif;\n}\n.fixed {\n  font-family:\n    ui-monospace, SFMono-Regular, Menlo, Consolas, \"Liberation Mono\", \"DejaVu Sans Mono\", monospace;\n}\n.strong {\n  font-weight: 600;\n}\n.middle {\n  text-anchor: middle;\n}\n.end {\n  text-anchor: end;\n}\n.paper {\n  fill: #ffffff;\n}\n.ink {\n  fill: #1f2328;\n}\n.dim {\n  fill: #59636e;\n}\n.box {\n  fill: #f6f8fa;\n  stroke: #d1d9e0;\n}\n.edge rect {\n  stroke: #00000033;\n}\n.idle rect {\n  fill: none;\n  stroke: #9aa4af;\n  stroke-dasharray: 3 3;\n}\n.idle text {\n  fill: #59636e;\n}\n.join {\n  fill: none;\n  stroke: #59636e;\n  stroke-width: 2.5;\n}\n.spans {\n  stroke-dasharray: 3 4;\n}\n.zero {\n  fill: none;\n  stroke: #cf222e;\n  stroke-width: 2.5;\n}\n.flag {\n  fill: #cf222e;\n}\n@media screen and (prefers-color-scheme: dark) {\n  .paper {\n    fill: #0d1117;\n  }\n  .ink {\n    fill: #f0f6fc;\n  }\n  .dim {\n    fill: #9da7b3;\n  }\n  .box {\n    fill: #151b23;\n    stroke: #3d444d;\n  }\n  .edge rect {\n    stroke: #ffffff59;\n  }\n  .idle rect {\n    stroke: #656c76;\n  }\n  .idle text {\n    fill: #9da7b3;\n  }\n  .join {\n    stroke: #9da7b3;\n  }\n  .zero {\n    stroke: #ff7b72;\n  }\n  .flag {\n    fill: #ff7b72;\n  }\n}\n";
export const diffStyle =
  "";
export const pageStyle =
  "";
export const pageScript =
  "";
