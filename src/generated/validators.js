// Generated from schemas/ by `npm run generate`. Do not edit.
const MAX_ERRORS = 1e3;
function addErrors(known, more) {
  if (known === null) return more;
  for (let i = 0; i < more.length && known.length < 1e3; i++) known.push(more[i]);
  return known;
}
const topologyNode = validate17, schema23 = { type: "object", additionalProperties: !1, required: ["hosts"], properties: { hosts: { type: ["string", "array"], minItems: 1, items: { type: "string" } }, bind: { enum: ["name", "job"] }, address: { type: "string", minLength: 1, maxLength: 512 }, cpus: { type: "integer", minimum: 1, maximum: 65536 }, env: { $ref: "#/definitions/environment" }, domain: { $ref: "#/definitions/domain" }, gpus: { type: ["object", "array"], additionalProperties: !1, required: ["count"], properties: { count: { type: "integer", minimum: 1, maximum: 4096 }, model: { $ref: "#/definitions/modelName" }, memory: { $ref: "#/definitions/memory" }, score: { $ref: "#/definitions/score" }, fixedSeconds: { $ref: "#/definitions/fixedSeconds" }, maxSamples: { $ref: "#/definitions/maxSamples" }, gres: { $ref: "#/definitions/gres" }, vendor: { $ref: "#/definitions/vendor" } }, items: { $ref: "#/definitions/gpu" }, minItems: 1, maxItems: 4096 }, inventory: { type: "string", minLength: 1, maxLength: 4096 }, spare: { type: "boolean" }, cpuRanks: { type: "integer", minimum: 1, maximum: 65536 }, cpuSlot: { type: "object", additionalProperties: !1, minProperties: 1, properties: { score: { $ref: "#/definitions/score" }, fixedSeconds: { $ref: "#/definitions/fixedSeconds" }, maxSamples: { $ref: "#/definitions/maxSamples" }, memory: { $ref: "#/definitions/memory" } } } } }, schema20 = { type: "object", propertyNames: { maxLength: 256 }, additionalProperties: { type: ["string", "number", "boolean"], maxLength: 65536 } }, schema25 = { type: "object", minProperties: 1, maxProperties: 16, propertyNames: { pattern: "^(?!node$)[A-Za-z][A-Za-z0-9_-]*$", maxLength: 64 }, additionalProperties: { type: ["string", "integer"], pattern: "^[A-Za-z0-9][A-Za-z0-9._:-]*$", maxLength: 128, minimum: 0, maximum: 9007199254740991 } }, schema27 = { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$", maxLength: 128 }, schema28 = { type: ["string", "integer"], minimum: 1048576, maximum: 9007199254740991, maxLength: 64 }, schema29 = { type: ["number", "object"], exclusiveMinimum: 0, propertyNames: { pattern: "^(?!memory$)[A-Za-z][A-Za-z0-9_.:-]*$", maxLength: 64 }, minProperties: 1, additionalProperties: { type: "number", exclusiveMinimum: 0, examples: [790] } }, schema30 = { type: "number", minimum: 0, maximum: 86400 }, schema31 = { type: "integer", minimum: 1, maximum: 9007199254740991 }, schema32 = { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 128 }, schema33 = { enum: ["nvidia", "amd", "intel"] }, func2 = Object.prototype.hasOwnProperty, func3 = (text) => {
  let n = 0;
  for (const _ of text) n++;
  return n;
}, pattern26 = new RegExp("^(?!node$)[A-Za-z][A-Za-z0-9_-]*$", "u"), pattern27 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._:-]*$", "u"), pattern1 = new RegExp("^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$", "u"), pattern29 = new RegExp("^(?!memory$)[A-Za-z][A-Za-z0-9_.:-]*$", "u"), pattern0 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._-]*$", "u"), schema26 = { type: "object", additionalProperties: !1, required: ["index"], properties: { index: { type: ["integer", "string"], minimum: 0, maximum: 65535, maxLength: 1024 }, model: { $ref: "#/definitions/modelName" }, memory: { $ref: "#/definitions/memory" }, score: { $ref: "#/definitions/score" }, fixedSeconds: { $ref: "#/definitions/fixedSeconds" }, maxSamples: { $ref: "#/definitions/maxSamples" }, uuid: { type: "string", pattern: "^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]*$", maxLength: 128 }, gres: { $ref: "#/definitions/gres" }, vendor: { $ref: "#/definitions/vendor" }, cpus: { $ref: "#/definitions/cpuList" }, parent: { type: "integer", minimum: 0, maximum: 65535 } } }, schema34 = { type: ["string", "integer"], minimum: 0, maximum: 65535, maxLength: 4096 }, pattern30 = new RegExp("^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]*$", "u");
function validate18(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.index === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "index" }, message: "must have required property 'index'" };
      vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
    }
    for (const key0 in data)
      if (!func2.call(schema26.properties, key0)) {
        const err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
      }
    if (data.index !== void 0) {
      let data0 = data.index;
      if (!(typeof data0 == "number" && !(data0 % 1) && !isNaN(data0) && isFinite(data0)) && typeof data0 != "string") {
        const err2 = { instancePath: instancePath + "/index", schemaPath: "#/properties/index/type", keyword: "type", params: { type: schema26.properties.index.type }, message: "must be integer,string" };
        vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
      }
      if (typeof data0 == "number" && isFinite(data0)) {
        if (data0 > 65535 || isNaN(data0)) {
          const err3 = { instancePath: instancePath + "/index", schemaPath: "#/properties/index/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
          vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
        }
        if (data0 < 0 || isNaN(data0)) {
          const err4 = { instancePath: instancePath + "/index", schemaPath: "#/properties/index/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
        }
      }
      if (typeof data0 == "string" && func3(data0) > 1024) {
        const err5 = { instancePath: instancePath + "/index", schemaPath: "#/properties/index/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" };
        vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
      }
    }
    if (data.model !== void 0) {
      let data1 = data.model;
      if (typeof data1 == "string") {
        if (func3(data1) > 128) {
          const err6 = { instancePath: instancePath + "/model", schemaPath: "#/definitions/modelName/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
          vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
        }
        if (!pattern1.test(data1)) {
          const err7 = { instancePath: instancePath + "/model", schemaPath: "#/definitions/modelName/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$"' };
          vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/model", schemaPath: "#/definitions/modelName/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
      }
    }
    if (data.memory !== void 0) {
      let data2 = data.memory;
      if (typeof data2 != "string" && !(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
        const err9 = { instancePath: instancePath + "/memory", schemaPath: "#/definitions/memory/type", keyword: "type", params: { type: schema28.type }, message: "must be string,integer" };
        vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 > 9007199254740991 || isNaN(data2)) {
          const err10 = { instancePath: instancePath + "/memory", schemaPath: "#/definitions/memory/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
          vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
        }
        if (data2 < 1048576 || isNaN(data2)) {
          const err11 = { instancePath: instancePath + "/memory", schemaPath: "#/definitions/memory/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1048576 }, message: "must be >= 1048576" };
          vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
        }
      }
      if (typeof data2 == "string" && func3(data2) > 64) {
        const err12 = { instancePath: instancePath + "/memory", schemaPath: "#/definitions/memory/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
        vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
      }
    }
    if (data.score !== void 0) {
      let data3 = data.score;
      if (!(typeof data3 == "number" && isFinite(data3)) && !(data3 && typeof data3 == "object" && !Array.isArray(data3))) {
        const err13 = { instancePath: instancePath + "/score", schemaPath: "#/definitions/score/type", keyword: "type", params: { type: schema29.type }, message: "must be number,object" };
        vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
      }
      if (typeof data3 == "number" && isFinite(data3) && (data3 <= 0 || isNaN(data3))) {
        const err14 = { instancePath: instancePath + "/score", schemaPath: "#/definitions/score/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
        vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
      }
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        if (Object.keys(data3).length < 1) {
          const err15 = { instancePath: instancePath + "/score", schemaPath: "#/definitions/score/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" };
          vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
        }
        for (const key1 in data3) {
          const _errs13 = errors;
          if (typeof key1 == "string") {
            if (func3(key1) > 64) {
              const err16 = { instancePath: instancePath + "/score", schemaPath: "#/definitions/score/propertyNames/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters", propertyName: key1 };
              vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
            }
            if (!pattern29.test(key1)) {
              const err17 = { instancePath: instancePath + "/score", schemaPath: "#/definitions/score/propertyNames/pattern", keyword: "pattern", params: { pattern: "^(?!memory$)[A-Za-z][A-Za-z0-9_.:-]*$" }, message: 'must match pattern "^(?!memory$)[A-Za-z][A-Za-z0-9_.:-]*$"', propertyName: key1 };
              vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
            }
          }
          var valid4 = _errs13 === errors;
          if (!valid4) {
            const err18 = { instancePath: instancePath + "/score", schemaPath: "#/definitions/score/propertyNames", keyword: "propertyNames", params: { propertyName: key1 }, message: "property name must be valid" };
            vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
          }
        }
        for (const key2 in data3) {
          let data4 = data3[key2];
          if (typeof data4 == "number" && isFinite(data4)) {
            if (data4 <= 0 || isNaN(data4)) {
              const err19 = { instancePath: instancePath + "/score/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/score/additionalProperties/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
              vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
            }
          } else {
            const err20 = { instancePath: instancePath + "/score/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/score/additionalProperties/type", keyword: "type", params: { type: "number" }, message: "must be number" };
            vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
          }
        }
      }
    }
    if (data.fixedSeconds !== void 0) {
      let data5 = data.fixedSeconds;
      if (typeof data5 == "number" && isFinite(data5)) {
        if (data5 > 86400 || isNaN(data5)) {
          const err21 = { instancePath: instancePath + "/fixedSeconds", schemaPath: "#/definitions/fixedSeconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 }, message: "must be <= 86400" };
          vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
        }
        if (data5 < 0 || isNaN(data5)) {
          const err22 = { instancePath: instancePath + "/fixedSeconds", schemaPath: "#/definitions/fixedSeconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
        }
      } else {
        const err23 = { instancePath: instancePath + "/fixedSeconds", schemaPath: "#/definitions/fixedSeconds/type", keyword: "type", params: { type: "number" }, message: "must be number" };
        vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
      }
    }
    if (data.maxSamples !== void 0) {
      let data6 = data.maxSamples;
      if (!(typeof data6 == "number" && !(data6 % 1) && !isNaN(data6) && isFinite(data6))) {
        const err24 = { instancePath: instancePath + "/maxSamples", schemaPath: "#/definitions/maxSamples/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
      }
      if (typeof data6 == "number" && isFinite(data6)) {
        if (data6 > 9007199254740991 || isNaN(data6)) {
          const err25 = { instancePath: instancePath + "/maxSamples", schemaPath: "#/definitions/maxSamples/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
          vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
        }
        if (data6 < 1 || isNaN(data6)) {
          const err26 = { instancePath: instancePath + "/maxSamples", schemaPath: "#/definitions/maxSamples/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
        }
      }
    }
    if (data.uuid !== void 0) {
      let data7 = data.uuid;
      if (typeof data7 == "string") {
        if (func3(data7) > 128) {
          const err27 = { instancePath: instancePath + "/uuid", schemaPath: "#/properties/uuid/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
          vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
        }
        if (!pattern30.test(data7)) {
          const err28 = { instancePath: instancePath + "/uuid", schemaPath: "#/properties/uuid/pattern", keyword: "pattern", params: { pattern: "^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]*$" }, message: 'must match pattern "^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]*$"' };
          vErrors === null ? vErrors = [err28] : vErrors.length < 1e3 && vErrors.push(err28), errors++;
        }
      } else {
        const err29 = { instancePath: instancePath + "/uuid", schemaPath: "#/properties/uuid/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err29] : vErrors.length < 1e3 && vErrors.push(err29), errors++;
      }
    }
    if (data.gres !== void 0) {
      let data8 = data.gres;
      if (typeof data8 == "string") {
        if (func3(data8) > 128) {
          const err30 = { instancePath: instancePath + "/gres", schemaPath: "#/definitions/gres/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
          vErrors === null ? vErrors = [err30] : vErrors.length < 1e3 && vErrors.push(err30), errors++;
        }
        if (!pattern0.test(data8)) {
          const err31 = { instancePath: instancePath + "/gres", schemaPath: "#/definitions/gres/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._-]*$"' };
          vErrors === null ? vErrors = [err31] : vErrors.length < 1e3 && vErrors.push(err31), errors++;
        }
      } else {
        const err32 = { instancePath: instancePath + "/gres", schemaPath: "#/definitions/gres/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err32] : vErrors.length < 1e3 && vErrors.push(err32), errors++;
      }
    }
    if (data.vendor !== void 0) {
      let data9 = data.vendor;
      if (!(data9 === "nvidia" || data9 === "amd" || data9 === "intel")) {
        const err33 = { instancePath: instancePath + "/vendor", schemaPath: "#/definitions/vendor/enum", keyword: "enum", params: { allowedValues: schema33.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err33] : vErrors.length < 1e3 && vErrors.push(err33), errors++;
      }
    }
    if (data.cpus !== void 0) {
      let data10 = data.cpus;
      if (typeof data10 != "string" && !(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10) && isFinite(data10))) {
        const err34 = { instancePath: instancePath + "/cpus", schemaPath: "#/definitions/cpuList/type", keyword: "type", params: { type: schema34.type }, message: "must be string,integer" };
        vErrors === null ? vErrors = [err34] : vErrors.length < 1e3 && vErrors.push(err34), errors++;
      }
      if (typeof data10 == "number" && isFinite(data10)) {
        if (data10 > 65535 || isNaN(data10)) {
          const err35 = { instancePath: instancePath + "/cpus", schemaPath: "#/definitions/cpuList/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
          vErrors === null ? vErrors = [err35] : vErrors.length < 1e3 && vErrors.push(err35), errors++;
        }
        if (data10 < 0 || isNaN(data10)) {
          const err36 = { instancePath: instancePath + "/cpus", schemaPath: "#/definitions/cpuList/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err36] : vErrors.length < 1e3 && vErrors.push(err36), errors++;
        }
      }
      if (typeof data10 == "string" && func3(data10) > 4096) {
        const err37 = { instancePath: instancePath + "/cpus", schemaPath: "#/definitions/cpuList/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
        vErrors === null ? vErrors = [err37] : vErrors.length < 1e3 && vErrors.push(err37), errors++;
      }
    }
    if (data.parent !== void 0) {
      let data11 = data.parent;
      if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
        const err38 = { instancePath: instancePath + "/parent", schemaPath: "#/properties/parent/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err38] : vErrors.length < 1e3 && vErrors.push(err38), errors++;
      }
      if (typeof data11 == "number" && isFinite(data11)) {
        if (data11 > 65535 || isNaN(data11)) {
          const err39 = { instancePath: instancePath + "/parent", schemaPath: "#/properties/parent/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
          vErrors === null ? vErrors = [err39] : vErrors.length < 1e3 && vErrors.push(err39), errors++;
        }
        if (data11 < 0 || isNaN(data11)) {
          const err40 = { instancePath: instancePath + "/parent", schemaPath: "#/properties/parent/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err40] : vErrors.length < 1e3 && vErrors.push(err40), errors++;
        }
      }
    }
  } else {
    const err41 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err41] : vErrors.length < 1e3 && vErrors.push(err41), errors++;
  }
  return validate18.errors = vErrors, errors === 0;
}
function validate17(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.hosts === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "hosts" }, message: "must have required property 'hosts'" };
      vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
    }
    for (const key0 in data)
      if (!func2.call(schema23.properties, key0)) {
        const err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
      }
    if (data.hosts !== void 0) {
      let data0 = data.hosts;
      if (typeof data0 != "string" && !Array.isArray(data0)) {
        const err2 = { instancePath: instancePath + "/hosts", schemaPath: "#/properties/hosts/type", keyword: "type", params: { type: schema23.properties.hosts.type }, message: "must be string,array" };
        vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
      }
      if (Array.isArray(data0)) {
        if (data0.length < 1) {
          const err3 = { instancePath: instancePath + "/hosts", schemaPath: "#/properties/hosts/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++)
          if (typeof data0[i0] != "string") {
            const err4 = { instancePath: instancePath + "/hosts/" + i0, schemaPath: "#/properties/hosts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
          }
      }
    }
    if (data.bind !== void 0) {
      let data2 = data.bind;
      if (!(data2 === "name" || data2 === "job")) {
        const err5 = { instancePath: instancePath + "/bind", schemaPath: "#/properties/bind/enum", keyword: "enum", params: { allowedValues: schema23.properties.bind.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
      }
    }
    if (data.address !== void 0) {
      let data3 = data.address;
      if (typeof data3 == "string") {
        if (func3(data3) > 512) {
          const err6 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" };
          vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
        }
        if (func3(data3) < 1) {
          const err7 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
      }
    }
    if (data.cpus !== void 0) {
      let data4 = data.cpus;
      if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4) && isFinite(data4))) {
        const err9 = { instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
      }
      if (typeof data4 == "number" && isFinite(data4)) {
        if (data4 > 65536 || isNaN(data4)) {
          const err10 = { instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65536 }, message: "must be <= 65536" };
          vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
        }
        if (data4 < 1 || isNaN(data4)) {
          const err11 = { instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
        }
      }
    }
    if (data.env !== void 0) {
      let data5 = data.env;
      if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
        for (const key1 in data5) {
          const _errs14 = errors;
          if (typeof key1 == "string" && func3(key1) > 256) {
            const err12 = { instancePath: instancePath + "/env", schemaPath: "#/definitions/environment/propertyNames/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters", propertyName: key1 };
            vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
          }
          var valid4 = _errs14 === errors;
          if (!valid4) {
            const err13 = { instancePath: instancePath + "/env", schemaPath: "#/definitions/environment/propertyNames", keyword: "propertyNames", params: { propertyName: key1 }, message: "property name must be valid" };
            vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
          }
        }
        for (const key2 in data5) {
          let data6 = data5[key2];
          if (typeof data6 != "string" && !(typeof data6 == "number" && isFinite(data6)) && typeof data6 != "boolean") {
            const err14 = { instancePath: instancePath + "/env/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/environment/additionalProperties/type", keyword: "type", params: { type: schema20.additionalProperties.type }, message: "must be string,number,boolean" };
            vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
          }
          if (typeof data6 == "string" && func3(data6) > 65536) {
            const err15 = { instancePath: instancePath + "/env/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/environment/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
            vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
          }
        }
      } else {
        const err16 = { instancePath: instancePath + "/env", schemaPath: "#/definitions/environment/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
      }
    }
    if (data.domain !== void 0) {
      let data7 = data.domain;
      if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
        if (Object.keys(data7).length > 16) {
          const err17 = { instancePath: instancePath + "/domain", schemaPath: "#/definitions/domain/maxProperties", keyword: "maxProperties", params: { limit: 16 }, message: "must NOT have more than 16 properties" };
          vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
        }
        if (Object.keys(data7).length < 1) {
          const err18 = { instancePath: instancePath + "/domain", schemaPath: "#/definitions/domain/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" };
          vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
        }
        for (const key3 in data7) {
          const _errs21 = errors;
          if (typeof key3 == "string") {
            if (func3(key3) > 64) {
              const err19 = { instancePath: instancePath + "/domain", schemaPath: "#/definitions/domain/propertyNames/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters", propertyName: key3 };
              vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
            }
            if (!pattern26.test(key3)) {
              const err20 = { instancePath: instancePath + "/domain", schemaPath: "#/definitions/domain/propertyNames/pattern", keyword: "pattern", params: { pattern: "^(?!node$)[A-Za-z][A-Za-z0-9_-]*$" }, message: 'must match pattern "^(?!node$)[A-Za-z][A-Za-z0-9_-]*$"', propertyName: key3 };
              vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
            }
          }
          var valid7 = _errs21 === errors;
          if (!valid7) {
            const err21 = { instancePath: instancePath + "/domain", schemaPath: "#/definitions/domain/propertyNames", keyword: "propertyNames", params: { propertyName: key3 }, message: "property name must be valid" };
            vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
          }
        }
        for (const key4 in data7) {
          let data8 = data7[key4];
          if (typeof data8 != "string" && !(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8))) {
            const err22 = { instancePath: instancePath + "/domain/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/domain/additionalProperties/type", keyword: "type", params: { type: schema25.additionalProperties.type }, message: "must be string,integer" };
            vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
          }
          if (typeof data8 == "number" && isFinite(data8)) {
            if (data8 > 9007199254740991 || isNaN(data8)) {
              const err23 = { instancePath: instancePath + "/domain/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/domain/additionalProperties/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
            }
            if (data8 < 0 || isNaN(data8)) {
              const err24 = { instancePath: instancePath + "/domain/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/domain/additionalProperties/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
            }
          }
          if (typeof data8 == "string") {
            if (func3(data8) > 128) {
              const err25 = { instancePath: instancePath + "/domain/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/domain/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
              vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
            }
            if (!pattern27.test(data8)) {
              const err26 = { instancePath: instancePath + "/domain/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/domain/additionalProperties/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._:-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._:-]*$"' };
              vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
            }
          }
        }
      } else {
        const err27 = { instancePath: instancePath + "/domain", schemaPath: "#/definitions/domain/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
      }
    }
    if (data.gpus !== void 0) {
      let data9 = data.gpus;
      if (!data9 || typeof data9 != "object") {
        const err28 = { instancePath: instancePath + "/gpus", schemaPath: "#/properties/gpus/type", keyword: "type", params: { type: schema23.properties.gpus.type }, message: "must be object,array" };
        vErrors === null ? vErrors = [err28] : vErrors.length < 1e3 && vErrors.push(err28), errors++;
      }
      if (Array.isArray(data9)) {
        if (data9.length > 4096) {
          const err29 = { instancePath: instancePath + "/gpus", schemaPath: "#/properties/gpus/maxItems", keyword: "maxItems", params: { limit: 4096 }, message: "must NOT have more than 4096 items" };
          vErrors === null ? vErrors = [err29] : vErrors.length < 1e3 && vErrors.push(err29), errors++;
        }
        if (data9.length < 1) {
          const err30 = { instancePath: instancePath + "/gpus", schemaPath: "#/properties/gpus/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          vErrors === null ? vErrors = [err30] : vErrors.length < 1e3 && vErrors.push(err30), errors++;
        }
        const len1 = data9.length;
        for (let i1 = 0; i1 < len1; i1++)
          validate18(data9[i1], { instancePath: instancePath + "/gpus/" + i1, parentData: data9, parentDataProperty: i1, rootData }) || (vErrors = addErrors(vErrors, validate18.errors), errors = vErrors.length);
      }
      if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
        if (data9.count === void 0) {
          const err31 = { instancePath: instancePath + "/gpus", schemaPath: "#/properties/gpus/required", keyword: "required", params: { missingProperty: "count" }, message: "must have required property 'count'" };
          vErrors === null ? vErrors = [err31] : vErrors.length < 1e3 && vErrors.push(err31), errors++;
        }
        for (const key5 in data9)
          if (!(key5 === "count" || key5 === "model" || key5 === "memory" || key5 === "score" || key5 === "fixedSeconds" || key5 === "maxSamples" || key5 === "gres" || key5 === "vendor")) {
            const err32 = { instancePath: instancePath + "/gpus", schemaPath: "#/properties/gpus/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key5 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err32] : vErrors.length < 1e3 && vErrors.push(err32), errors++;
          }
        if (data9.count !== void 0) {
          let data11 = data9.count;
          if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
            const err33 = { instancePath: instancePath + "/gpus/count", schemaPath: "#/properties/gpus/properties/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err33] : vErrors.length < 1e3 && vErrors.push(err33), errors++;
          }
          if (typeof data11 == "number" && isFinite(data11)) {
            if (data11 > 4096 || isNaN(data11)) {
              const err34 = { instancePath: instancePath + "/gpus/count", schemaPath: "#/properties/gpus/properties/count/maximum", keyword: "maximum", params: { comparison: "<=", limit: 4096 }, message: "must be <= 4096" };
              vErrors === null ? vErrors = [err34] : vErrors.length < 1e3 && vErrors.push(err34), errors++;
            }
            if (data11 < 1 || isNaN(data11)) {
              const err35 = { instancePath: instancePath + "/gpus/count", schemaPath: "#/properties/gpus/properties/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err35] : vErrors.length < 1e3 && vErrors.push(err35), errors++;
            }
          }
        }
        if (data9.model !== void 0) {
          let data12 = data9.model;
          if (typeof data12 == "string") {
            if (func3(data12) > 128) {
              const err36 = { instancePath: instancePath + "/gpus/model", schemaPath: "#/definitions/modelName/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
              vErrors === null ? vErrors = [err36] : vErrors.length < 1e3 && vErrors.push(err36), errors++;
            }
            if (!pattern1.test(data12)) {
              const err37 = { instancePath: instancePath + "/gpus/model", schemaPath: "#/definitions/modelName/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$"' };
              vErrors === null ? vErrors = [err37] : vErrors.length < 1e3 && vErrors.push(err37), errors++;
            }
          } else {
            const err38 = { instancePath: instancePath + "/gpus/model", schemaPath: "#/definitions/modelName/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err38] : vErrors.length < 1e3 && vErrors.push(err38), errors++;
          }
        }
        if (data9.memory !== void 0) {
          let data13 = data9.memory;
          if (typeof data13 != "string" && !(typeof data13 == "number" && !(data13 % 1) && !isNaN(data13) && isFinite(data13))) {
            const err39 = { instancePath: instancePath + "/gpus/memory", schemaPath: "#/definitions/memory/type", keyword: "type", params: { type: schema28.type }, message: "must be string,integer" };
            vErrors === null ? vErrors = [err39] : vErrors.length < 1e3 && vErrors.push(err39), errors++;
          }
          if (typeof data13 == "number" && isFinite(data13)) {
            if (data13 > 9007199254740991 || isNaN(data13)) {
              const err40 = { instancePath: instancePath + "/gpus/memory", schemaPath: "#/definitions/memory/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err40] : vErrors.length < 1e3 && vErrors.push(err40), errors++;
            }
            if (data13 < 1048576 || isNaN(data13)) {
              const err41 = { instancePath: instancePath + "/gpus/memory", schemaPath: "#/definitions/memory/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1048576 }, message: "must be >= 1048576" };
              vErrors === null ? vErrors = [err41] : vErrors.length < 1e3 && vErrors.push(err41), errors++;
            }
          }
          if (typeof data13 == "string" && func3(data13) > 64) {
            const err42 = { instancePath: instancePath + "/gpus/memory", schemaPath: "#/definitions/memory/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
            vErrors === null ? vErrors = [err42] : vErrors.length < 1e3 && vErrors.push(err42), errors++;
          }
        }
        if (data9.score !== void 0) {
          let data14 = data9.score;
          if (!(typeof data14 == "number" && isFinite(data14)) && !(data14 && typeof data14 == "object" && !Array.isArray(data14))) {
            const err43 = { instancePath: instancePath + "/gpus/score", schemaPath: "#/definitions/score/type", keyword: "type", params: { type: schema29.type }, message: "must be number,object" };
            vErrors === null ? vErrors = [err43] : vErrors.length < 1e3 && vErrors.push(err43), errors++;
          }
          if (typeof data14 == "number" && isFinite(data14) && (data14 <= 0 || isNaN(data14))) {
            const err44 = { instancePath: instancePath + "/gpus/score", schemaPath: "#/definitions/score/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
            vErrors === null ? vErrors = [err44] : vErrors.length < 1e3 && vErrors.push(err44), errors++;
          }
          if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
            if (Object.keys(data14).length < 1) {
              const err45 = { instancePath: instancePath + "/gpus/score", schemaPath: "#/definitions/score/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" };
              vErrors === null ? vErrors = [err45] : vErrors.length < 1e3 && vErrors.push(err45), errors++;
            }
            for (const key6 in data14) {
              const _errs40 = errors;
              if (typeof key6 == "string") {
                if (func3(key6) > 64) {
                  const err46 = { instancePath: instancePath + "/gpus/score", schemaPath: "#/definitions/score/propertyNames/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters", propertyName: key6 };
                  vErrors === null ? vErrors = [err46] : vErrors.length < 1e3 && vErrors.push(err46), errors++;
                }
                if (!pattern29.test(key6)) {
                  const err47 = { instancePath: instancePath + "/gpus/score", schemaPath: "#/definitions/score/propertyNames/pattern", keyword: "pattern", params: { pattern: "^(?!memory$)[A-Za-z][A-Za-z0-9_.:-]*$" }, message: 'must match pattern "^(?!memory$)[A-Za-z][A-Za-z0-9_.:-]*$"', propertyName: key6 };
                  vErrors === null ? vErrors = [err47] : vErrors.length < 1e3 && vErrors.push(err47), errors++;
                }
              }
              var valid15 = _errs40 === errors;
              if (!valid15) {
                const err48 = { instancePath: instancePath + "/gpus/score", schemaPath: "#/definitions/score/propertyNames", keyword: "propertyNames", params: { propertyName: key6 }, message: "property name must be valid" };
                vErrors === null ? vErrors = [err48] : vErrors.length < 1e3 && vErrors.push(err48), errors++;
              }
            }
            for (const key7 in data14) {
              let data15 = data14[key7];
              if (typeof data15 == "number" && isFinite(data15)) {
                if (data15 <= 0 || isNaN(data15)) {
                  const err49 = { instancePath: instancePath + "/gpus/score/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/score/additionalProperties/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
                  vErrors === null ? vErrors = [err49] : vErrors.length < 1e3 && vErrors.push(err49), errors++;
                }
              } else {
                const err50 = { instancePath: instancePath + "/gpus/score/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/score/additionalProperties/type", keyword: "type", params: { type: "number" }, message: "must be number" };
                vErrors === null ? vErrors = [err50] : vErrors.length < 1e3 && vErrors.push(err50), errors++;
              }
            }
          }
        }
        if (data9.fixedSeconds !== void 0) {
          let data16 = data9.fixedSeconds;
          if (typeof data16 == "number" && isFinite(data16)) {
            if (data16 > 86400 || isNaN(data16)) {
              const err51 = { instancePath: instancePath + "/gpus/fixedSeconds", schemaPath: "#/definitions/fixedSeconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 }, message: "must be <= 86400" };
              vErrors === null ? vErrors = [err51] : vErrors.length < 1e3 && vErrors.push(err51), errors++;
            }
            if (data16 < 0 || isNaN(data16)) {
              const err52 = { instancePath: instancePath + "/gpus/fixedSeconds", schemaPath: "#/definitions/fixedSeconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err52] : vErrors.length < 1e3 && vErrors.push(err52), errors++;
            }
          } else {
            const err53 = { instancePath: instancePath + "/gpus/fixedSeconds", schemaPath: "#/definitions/fixedSeconds/type", keyword: "type", params: { type: "number" }, message: "must be number" };
            vErrors === null ? vErrors = [err53] : vErrors.length < 1e3 && vErrors.push(err53), errors++;
          }
        }
        if (data9.maxSamples !== void 0) {
          let data17 = data9.maxSamples;
          if (!(typeof data17 == "number" && !(data17 % 1) && !isNaN(data17) && isFinite(data17))) {
            const err54 = { instancePath: instancePath + "/gpus/maxSamples", schemaPath: "#/definitions/maxSamples/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err54] : vErrors.length < 1e3 && vErrors.push(err54), errors++;
          }
          if (typeof data17 == "number" && isFinite(data17)) {
            if (data17 > 9007199254740991 || isNaN(data17)) {
              const err55 = { instancePath: instancePath + "/gpus/maxSamples", schemaPath: "#/definitions/maxSamples/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err55] : vErrors.length < 1e3 && vErrors.push(err55), errors++;
            }
            if (data17 < 1 || isNaN(data17)) {
              const err56 = { instancePath: instancePath + "/gpus/maxSamples", schemaPath: "#/definitions/maxSamples/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err56] : vErrors.length < 1e3 && vErrors.push(err56), errors++;
            }
          }
        }
        if (data9.gres !== void 0) {
          let data18 = data9.gres;
          if (typeof data18 == "string") {
            if (func3(data18) > 128) {
              const err57 = { instancePath: instancePath + "/gpus/gres", schemaPath: "#/definitions/gres/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
              vErrors === null ? vErrors = [err57] : vErrors.length < 1e3 && vErrors.push(err57), errors++;
            }
            if (!pattern0.test(data18)) {
              const err58 = { instancePath: instancePath + "/gpus/gres", schemaPath: "#/definitions/gres/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._-]*$"' };
              vErrors === null ? vErrors = [err58] : vErrors.length < 1e3 && vErrors.push(err58), errors++;
            }
          } else {
            const err59 = { instancePath: instancePath + "/gpus/gres", schemaPath: "#/definitions/gres/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err59] : vErrors.length < 1e3 && vErrors.push(err59), errors++;
          }
        }
        if (data9.vendor !== void 0) {
          let data19 = data9.vendor;
          if (!(data19 === "nvidia" || data19 === "amd" || data19 === "intel")) {
            const err60 = { instancePath: instancePath + "/gpus/vendor", schemaPath: "#/definitions/vendor/enum", keyword: "enum", params: { allowedValues: schema33.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err60] : vErrors.length < 1e3 && vErrors.push(err60), errors++;
          }
        }
      }
    }
    if (data.inventory !== void 0) {
      let data20 = data.inventory;
      if (typeof data20 == "string") {
        if (func3(data20) > 4096) {
          const err61 = { instancePath: instancePath + "/inventory", schemaPath: "#/properties/inventory/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
          vErrors === null ? vErrors = [err61] : vErrors.length < 1e3 && vErrors.push(err61), errors++;
        }
        if (func3(data20) < 1) {
          const err62 = { instancePath: instancePath + "/inventory", schemaPath: "#/properties/inventory/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          vErrors === null ? vErrors = [err62] : vErrors.length < 1e3 && vErrors.push(err62), errors++;
        }
      } else {
        const err63 = { instancePath: instancePath + "/inventory", schemaPath: "#/properties/inventory/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err63] : vErrors.length < 1e3 && vErrors.push(err63), errors++;
      }
    }
    if (data.spare !== void 0 && typeof data.spare != "boolean") {
      const err64 = { instancePath: instancePath + "/spare", schemaPath: "#/properties/spare/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      vErrors === null ? vErrors = [err64] : vErrors.length < 1e3 && vErrors.push(err64), errors++;
    }
    if (data.cpuRanks !== void 0) {
      let data22 = data.cpuRanks;
      if (!(typeof data22 == "number" && !(data22 % 1) && !isNaN(data22) && isFinite(data22))) {
        const err65 = { instancePath: instancePath + "/cpuRanks", schemaPath: "#/properties/cpuRanks/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err65] : vErrors.length < 1e3 && vErrors.push(err65), errors++;
      }
      if (typeof data22 == "number" && isFinite(data22)) {
        if (data22 > 65536 || isNaN(data22)) {
          const err66 = { instancePath: instancePath + "/cpuRanks", schemaPath: "#/properties/cpuRanks/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65536 }, message: "must be <= 65536" };
          vErrors === null ? vErrors = [err66] : vErrors.length < 1e3 && vErrors.push(err66), errors++;
        }
        if (data22 < 1 || isNaN(data22)) {
          const err67 = { instancePath: instancePath + "/cpuRanks", schemaPath: "#/properties/cpuRanks/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          vErrors === null ? vErrors = [err67] : vErrors.length < 1e3 && vErrors.push(err67), errors++;
        }
      }
    }
    if (data.cpuSlot !== void 0) {
      let data23 = data.cpuSlot;
      if (data23 && typeof data23 == "object" && !Array.isArray(data23)) {
        if (Object.keys(data23).length < 1) {
          const err68 = { instancePath: instancePath + "/cpuSlot", schemaPath: "#/properties/cpuSlot/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" };
          vErrors === null ? vErrors = [err68] : vErrors.length < 1e3 && vErrors.push(err68), errors++;
        }
        for (const key8 in data23)
          if (!(key8 === "score" || key8 === "fixedSeconds" || key8 === "maxSamples" || key8 === "memory")) {
            const err69 = { instancePath: instancePath + "/cpuSlot", schemaPath: "#/properties/cpuSlot/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key8 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err69] : vErrors.length < 1e3 && vErrors.push(err69), errors++;
          }
        if (data23.score !== void 0) {
          let data24 = data23.score;
          if (!(typeof data24 == "number" && isFinite(data24)) && !(data24 && typeof data24 == "object" && !Array.isArray(data24))) {
            const err70 = { instancePath: instancePath + "/cpuSlot/score", schemaPath: "#/definitions/score/type", keyword: "type", params: { type: schema29.type }, message: "must be number,object" };
            vErrors === null ? vErrors = [err70] : vErrors.length < 1e3 && vErrors.push(err70), errors++;
          }
          if (typeof data24 == "number" && isFinite(data24) && (data24 <= 0 || isNaN(data24))) {
            const err71 = { instancePath: instancePath + "/cpuSlot/score", schemaPath: "#/definitions/score/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
            vErrors === null ? vErrors = [err71] : vErrors.length < 1e3 && vErrors.push(err71), errors++;
          }
          if (data24 && typeof data24 == "object" && !Array.isArray(data24)) {
            if (Object.keys(data24).length < 1) {
              const err72 = { instancePath: instancePath + "/cpuSlot/score", schemaPath: "#/definitions/score/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" };
              vErrors === null ? vErrors = [err72] : vErrors.length < 1e3 && vErrors.push(err72), errors++;
            }
            for (const key9 in data24) {
              const _errs67 = errors;
              if (typeof key9 == "string") {
                if (func3(key9) > 64) {
                  const err73 = { instancePath: instancePath + "/cpuSlot/score", schemaPath: "#/definitions/score/propertyNames/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters", propertyName: key9 };
                  vErrors === null ? vErrors = [err73] : vErrors.length < 1e3 && vErrors.push(err73), errors++;
                }
                if (!pattern29.test(key9)) {
                  const err74 = { instancePath: instancePath + "/cpuSlot/score", schemaPath: "#/definitions/score/propertyNames/pattern", keyword: "pattern", params: { pattern: "^(?!memory$)[A-Za-z][A-Za-z0-9_.:-]*$" }, message: 'must match pattern "^(?!memory$)[A-Za-z][A-Za-z0-9_.:-]*$"', propertyName: key9 };
                  vErrors === null ? vErrors = [err74] : vErrors.length < 1e3 && vErrors.push(err74), errors++;
                }
              }
              var valid23 = _errs67 === errors;
              if (!valid23) {
                const err75 = { instancePath: instancePath + "/cpuSlot/score", schemaPath: "#/definitions/score/propertyNames", keyword: "propertyNames", params: { propertyName: key9 }, message: "property name must be valid" };
                vErrors === null ? vErrors = [err75] : vErrors.length < 1e3 && vErrors.push(err75), errors++;
              }
            }
            for (const key10 in data24) {
              let data25 = data24[key10];
              if (typeof data25 == "number" && isFinite(data25)) {
                if (data25 <= 0 || isNaN(data25)) {
                  const err76 = { instancePath: instancePath + "/cpuSlot/score/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/score/additionalProperties/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
                  vErrors === null ? vErrors = [err76] : vErrors.length < 1e3 && vErrors.push(err76), errors++;
                }
              } else {
                const err77 = { instancePath: instancePath + "/cpuSlot/score/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/score/additionalProperties/type", keyword: "type", params: { type: "number" }, message: "must be number" };
                vErrors === null ? vErrors = [err77] : vErrors.length < 1e3 && vErrors.push(err77), errors++;
              }
            }
          }
        }
        if (data23.fixedSeconds !== void 0) {
          let data26 = data23.fixedSeconds;
          if (typeof data26 == "number" && isFinite(data26)) {
            if (data26 > 86400 || isNaN(data26)) {
              const err78 = { instancePath: instancePath + "/cpuSlot/fixedSeconds", schemaPath: "#/definitions/fixedSeconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 }, message: "must be <= 86400" };
              vErrors === null ? vErrors = [err78] : vErrors.length < 1e3 && vErrors.push(err78), errors++;
            }
            if (data26 < 0 || isNaN(data26)) {
              const err79 = { instancePath: instancePath + "/cpuSlot/fixedSeconds", schemaPath: "#/definitions/fixedSeconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err79] : vErrors.length < 1e3 && vErrors.push(err79), errors++;
            }
          } else {
            const err80 = { instancePath: instancePath + "/cpuSlot/fixedSeconds", schemaPath: "#/definitions/fixedSeconds/type", keyword: "type", params: { type: "number" }, message: "must be number" };
            vErrors === null ? vErrors = [err80] : vErrors.length < 1e3 && vErrors.push(err80), errors++;
          }
        }
        if (data23.maxSamples !== void 0) {
          let data27 = data23.maxSamples;
          if (!(typeof data27 == "number" && !(data27 % 1) && !isNaN(data27) && isFinite(data27))) {
            const err81 = { instancePath: instancePath + "/cpuSlot/maxSamples", schemaPath: "#/definitions/maxSamples/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err81] : vErrors.length < 1e3 && vErrors.push(err81), errors++;
          }
          if (typeof data27 == "number" && isFinite(data27)) {
            if (data27 > 9007199254740991 || isNaN(data27)) {
              const err82 = { instancePath: instancePath + "/cpuSlot/maxSamples", schemaPath: "#/definitions/maxSamples/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err82] : vErrors.length < 1e3 && vErrors.push(err82), errors++;
            }
            if (data27 < 1 || isNaN(data27)) {
              const err83 = { instancePath: instancePath + "/cpuSlot/maxSamples", schemaPath: "#/definitions/maxSamples/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err83] : vErrors.length < 1e3 && vErrors.push(err83), errors++;
            }
          }
        }
        if (data23.memory !== void 0) {
          let data28 = data23.memory;
          if (typeof data28 != "string" && !(typeof data28 == "number" && !(data28 % 1) && !isNaN(data28) && isFinite(data28))) {
            const err84 = { instancePath: instancePath + "/cpuSlot/memory", schemaPath: "#/definitions/memory/type", keyword: "type", params: { type: schema28.type }, message: "must be string,integer" };
            vErrors === null ? vErrors = [err84] : vErrors.length < 1e3 && vErrors.push(err84), errors++;
          }
          if (typeof data28 == "number" && isFinite(data28)) {
            if (data28 > 9007199254740991 || isNaN(data28)) {
              const err85 = { instancePath: instancePath + "/cpuSlot/memory", schemaPath: "#/definitions/memory/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err85] : vErrors.length < 1e3 && vErrors.push(err85), errors++;
            }
            if (data28 < 1048576 || isNaN(data28)) {
              const err86 = { instancePath: instancePath + "/cpuSlot/memory", schemaPath: "#/definitions/memory/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1048576 }, message: "must be >= 1048576" };
              vErrors === null ? vErrors = [err86] : vErrors.length < 1e3 && vErrors.push(err86), errors++;
            }
          }
          if (typeof data28 == "string" && func3(data28) > 64) {
            const err87 = { instancePath: instancePath + "/cpuSlot/memory", schemaPath: "#/definitions/memory/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
            vErrors === null ? vErrors = [err87] : vErrors.length < 1e3 && vErrors.push(err87), errors++;
          }
        }
      } else {
        const err88 = { instancePath: instancePath + "/cpuSlot", schemaPath: "#/properties/cpuSlot/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err88] : vErrors.length < 1e3 && vErrors.push(err88), errors++;
      }
    }
  } else {
    const err89 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err89] : vErrors.length < 1e3 && vErrors.push(err89), errors++;
  }
  return validate17.errors = vErrors, errors === 0;
}
const topologyModel = validate20, schema46 = { type: "object", additionalProperties: !1, properties: { memory: { $ref: "#/definitions/memory" }, score: { $ref: "#/definitions/score" }, fixedSeconds: { $ref: "#/definitions/fixedSeconds" }, maxSamples: { $ref: "#/definitions/maxSamples" }, gres: { $ref: "#/definitions/gres" }, vendor: { $ref: "#/definitions/vendor" } } };
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data)
      if (!(key0 === "memory" || key0 === "score" || key0 === "fixedSeconds" || key0 === "maxSamples" || key0 === "gres" || key0 === "vendor")) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
      }
    if (data.memory !== void 0) {
      let data0 = data.memory;
      if (typeof data0 != "string" && !(typeof data0 == "number" && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        const err1 = { instancePath: instancePath + "/memory", schemaPath: "#/definitions/memory/type", keyword: "type", params: { type: schema28.type }, message: "must be string,integer" };
        vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
      }
      if (typeof data0 == "number" && isFinite(data0)) {
        if (data0 > 9007199254740991 || isNaN(data0)) {
          const err2 = { instancePath: instancePath + "/memory", schemaPath: "#/definitions/memory/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
          vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
        }
        if (data0 < 1048576 || isNaN(data0)) {
          const err3 = { instancePath: instancePath + "/memory", schemaPath: "#/definitions/memory/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1048576 }, message: "must be >= 1048576" };
          vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
        }
      }
      if (typeof data0 == "string" && func3(data0) > 64) {
        const err4 = { instancePath: instancePath + "/memory", schemaPath: "#/definitions/memory/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
        vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
      }
    }
    if (data.score !== void 0) {
      let data1 = data.score;
      if (!(typeof data1 == "number" && isFinite(data1)) && !(data1 && typeof data1 == "object" && !Array.isArray(data1))) {
        const err5 = { instancePath: instancePath + "/score", schemaPath: "#/definitions/score/type", keyword: "type", params: { type: schema29.type }, message: "must be number,object" };
        vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
      }
      if (typeof data1 == "number" && isFinite(data1) && (data1 <= 0 || isNaN(data1))) {
        const err6 = { instancePath: instancePath + "/score", schemaPath: "#/definitions/score/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
        vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
      }
      if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
        if (Object.keys(data1).length < 1) {
          const err7 = { instancePath: instancePath + "/score", schemaPath: "#/definitions/score/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" };
          vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
        }
        for (const key1 in data1) {
          const _errs8 = errors;
          if (typeof key1 == "string") {
            if (func3(key1) > 64) {
              const err8 = { instancePath: instancePath + "/score", schemaPath: "#/definitions/score/propertyNames/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters", propertyName: key1 };
              vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
            }
            if (!pattern29.test(key1)) {
              const err9 = { instancePath: instancePath + "/score", schemaPath: "#/definitions/score/propertyNames/pattern", keyword: "pattern", params: { pattern: "^(?!memory$)[A-Za-z][A-Za-z0-9_.:-]*$" }, message: 'must match pattern "^(?!memory$)[A-Za-z][A-Za-z0-9_.:-]*$"', propertyName: key1 };
              vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
            }
          }
          var valid3 = _errs8 === errors;
          if (!valid3) {
            const err10 = { instancePath: instancePath + "/score", schemaPath: "#/definitions/score/propertyNames", keyword: "propertyNames", params: { propertyName: key1 }, message: "property name must be valid" };
            vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
          }
        }
        for (const key2 in data1) {
          let data2 = data1[key2];
          if (typeof data2 == "number" && isFinite(data2)) {
            if (data2 <= 0 || isNaN(data2)) {
              const err11 = { instancePath: instancePath + "/score/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/score/additionalProperties/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
              vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
            }
          } else {
            const err12 = { instancePath: instancePath + "/score/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/score/additionalProperties/type", keyword: "type", params: { type: "number" }, message: "must be number" };
            vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
          }
        }
      }
    }
    if (data.fixedSeconds !== void 0) {
      let data3 = data.fixedSeconds;
      if (typeof data3 == "number" && isFinite(data3)) {
        if (data3 > 86400 || isNaN(data3)) {
          const err13 = { instancePath: instancePath + "/fixedSeconds", schemaPath: "#/definitions/fixedSeconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 }, message: "must be <= 86400" };
          vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
        }
        if (data3 < 0 || isNaN(data3)) {
          const err14 = { instancePath: instancePath + "/fixedSeconds", schemaPath: "#/definitions/fixedSeconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
        }
      } else {
        const err15 = { instancePath: instancePath + "/fixedSeconds", schemaPath: "#/definitions/fixedSeconds/type", keyword: "type", params: { type: "number" }, message: "must be number" };
        vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
      }
    }
    if (data.maxSamples !== void 0) {
      let data4 = data.maxSamples;
      if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4) && isFinite(data4))) {
        const err16 = { instancePath: instancePath + "/maxSamples", schemaPath: "#/definitions/maxSamples/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
      }
      if (typeof data4 == "number" && isFinite(data4)) {
        if (data4 > 9007199254740991 || isNaN(data4)) {
          const err17 = { instancePath: instancePath + "/maxSamples", schemaPath: "#/definitions/maxSamples/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
          vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
        }
        if (data4 < 1 || isNaN(data4)) {
          const err18 = { instancePath: instancePath + "/maxSamples", schemaPath: "#/definitions/maxSamples/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
        }
      }
    }
    if (data.gres !== void 0) {
      let data5 = data.gres;
      if (typeof data5 == "string") {
        if (func3(data5) > 128) {
          const err19 = { instancePath: instancePath + "/gres", schemaPath: "#/definitions/gres/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
          vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
        }
        if (!pattern0.test(data5)) {
          const err20 = { instancePath: instancePath + "/gres", schemaPath: "#/definitions/gres/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._-]*$"' };
          vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
        }
      } else {
        const err21 = { instancePath: instancePath + "/gres", schemaPath: "#/definitions/gres/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
      }
    }
    if (data.vendor !== void 0) {
      let data6 = data.vendor;
      if (!(data6 === "nvidia" || data6 === "amd" || data6 === "intel")) {
        const err22 = { instancePath: instancePath + "/vendor", schemaPath: "#/definitions/vendor/enum", keyword: "enum", params: { allowedValues: schema33.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
      }
    }
  } else {
    const err23 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
  }
  return validate20.errors = vErrors, errors === 0;
}
const topology = validate10, schema11 = { $schema: "http://json-schema.org/draft-07/schema#", $id: "urn:rankplan:schema:topology:1", type: "object", additionalProperties: !1, required: ["version", "name", "nodes"], properties: { version: { const: 1 }, name: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 128 }, models: { type: "object", propertyNames: { pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$", maxLength: 128 } }, nodes: { type: "array", minItems: 1 }, mapping: { $ref: "#/definitions/mapping" }, workload: { $ref: "#/definitions/workload" }, stages: { $ref: "#/definitions/stages" }, launch: { $ref: "#/definitions/launch" }, slurm: { $ref: "#/definitions/slurm" } }, definitions: { fixedSeconds: { type: "number", minimum: 0, maximum: 86400 }, maxSamples: { type: "integer", minimum: 1, maximum: 9007199254740991 }, workMemory: { type: "object", additionalProperties: !1, required: ["perSample"], properties: { perSample: { type: ["string", "integer"], minimum: 1048576, maximum: 9007199254740991, maxLength: 64 }, reserve: { type: ["string", "integer"], minimum: 0, maximum: 9007199254740991, maxLength: 64 } } }, score: { type: ["number", "object"], exclusiveMinimum: 0, propertyNames: { pattern: "^(?!memory$)[A-Za-z][A-Za-z0-9_.:-]*$", maxLength: 64 }, minProperties: 1, additionalProperties: { type: "number", exclusiveMinimum: 0, examples: [790] } }, memory: { type: ["string", "integer"], minimum: 1048576, maximum: 9007199254740991, maxLength: 64 }, gres: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 128 }, vendor: { enum: ["nvidia", "amd", "intel"] }, modelName: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$", maxLength: 128 }, cpuList: { type: ["string", "integer"], minimum: 0, maximum: 65535, maxLength: 4096 }, environment: { type: "object", propertyNames: { maxLength: 256 }, additionalProperties: { type: ["string", "number", "boolean"], maxLength: 65536 } }, domain: { type: "object", minProperties: 1, maxProperties: 16, propertyNames: { pattern: "^(?!node$)[A-Za-z][A-Za-z0-9_-]*$", maxLength: 64 }, additionalProperties: { type: ["string", "integer"], pattern: "^[A-Za-z0-9][A-Za-z0-9._:-]*$", maxLength: 128, minimum: 0, maximum: 9007199254740991 } }, shellLines: { type: "array", maxItems: 1e3, items: { type: "string", maxLength: 65536 } }, words: { type: "array", minItems: 1, maxItems: 1e4, items: { type: ["string", "number", "boolean"], maxLength: 65536 } }, model: { type: "object", additionalProperties: !1, properties: { memory: { $ref: "#/definitions/memory" }, score: { $ref: "#/definitions/score" }, fixedSeconds: { $ref: "#/definitions/fixedSeconds" }, maxSamples: { $ref: "#/definitions/maxSamples" }, gres: { $ref: "#/definitions/gres" }, vendor: { $ref: "#/definitions/vendor" } } }, node: { type: "object", additionalProperties: !1, required: ["hosts"], properties: { hosts: { type: ["string", "array"], minItems: 1, items: { type: "string" } }, bind: { enum: ["name", "job"] }, address: { type: "string", minLength: 1, maxLength: 512 }, cpus: { type: "integer", minimum: 1, maximum: 65536 }, env: { $ref: "#/definitions/environment" }, domain: { $ref: "#/definitions/domain" }, gpus: { type: ["object", "array"], additionalProperties: !1, required: ["count"], properties: { count: { type: "integer", minimum: 1, maximum: 4096 }, model: { $ref: "#/definitions/modelName" }, memory: { $ref: "#/definitions/memory" }, score: { $ref: "#/definitions/score" }, fixedSeconds: { $ref: "#/definitions/fixedSeconds" }, maxSamples: { $ref: "#/definitions/maxSamples" }, gres: { $ref: "#/definitions/gres" }, vendor: { $ref: "#/definitions/vendor" } }, items: { $ref: "#/definitions/gpu" }, minItems: 1, maxItems: 4096 }, inventory: { type: "string", minLength: 1, maxLength: 4096 }, spare: { type: "boolean" }, cpuRanks: { type: "integer", minimum: 1, maximum: 65536 }, cpuSlot: { type: "object", additionalProperties: !1, minProperties: 1, properties: { score: { $ref: "#/definitions/score" }, fixedSeconds: { $ref: "#/definitions/fixedSeconds" }, maxSamples: { $ref: "#/definitions/maxSamples" }, memory: { $ref: "#/definitions/memory" } } } } }, gpu: { type: "object", additionalProperties: !1, required: ["index"], properties: { index: { type: ["integer", "string"], minimum: 0, maximum: 65535, maxLength: 1024 }, model: { $ref: "#/definitions/modelName" }, memory: { $ref: "#/definitions/memory" }, score: { $ref: "#/definitions/score" }, fixedSeconds: { $ref: "#/definitions/fixedSeconds" }, maxSamples: { $ref: "#/definitions/maxSamples" }, uuid: { type: "string", pattern: "^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]*$", maxLength: 128 }, gres: { $ref: "#/definitions/gres" }, vendor: { $ref: "#/definitions/vendor" }, cpus: { $ref: "#/definitions/cpuList" }, parent: { type: "integer", minimum: 0, maximum: 65535 } } }, mapping: { type: "object", additionalProperties: !1, properties: { strategy: { enum: ["sequential", "explicit", "performance-ranked"] }, by: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9_.:-]*$", maxLength: 64 }, tolerance: { type: "string", pattern: "^[0-9]{1,3}(\\.[0-9]{1,4})?%$" }, order: { enum: ["block", "cyclic", "score"] }, ranks: { type: "array", minItems: 1, items: { type: "string", minLength: 1, maxLength: 512 } }, worldSize: { type: "integer", minimum: 1, maximum: 2097152 }, exclude: { type: "array", items: { type: "string", minLength: 1, maxLength: 512 } }, ranksPerGpu: { type: "integer", minimum: 1, maximum: 1024 }, gpusPerRank: { type: ["integer", "string"], minimum: 1, maximum: 1024, pattern: "^node$" } } }, workload: { type: "object", additionalProperties: !1, required: ["globalBatch"], properties: { globalBatch: { type: "integer", minimum: 1, maximum: 9007199254740991 }, shares: { enum: ["proportional", "optimal", "equal", "explicit"] }, multipleOf: { type: "integer", minimum: 1, maximum: 9007199254740991 }, samples: { type: ["array", "object"], items: { type: "integer", minimum: 1, maximum: 9007199254740991, examples: [64] }, additionalProperties: { type: "integer", minimum: 1, maximum: 9007199254740991, examples: [64] }, propertyNames: { maxLength: 1024 }, minItems: 1, maxItems: 2097152, minProperties: 1 }, memory: { $ref: "#/definitions/workMemory" } } }, stages: { type: "object", additionalProperties: !1, required: ["layers"], properties: { layers: { type: ["integer", "array"], minimum: 1, maximum: 1e3, minItems: 1, maxItems: 1e3, items: { type: "object", additionalProperties: !1, required: ["count"], properties: { count: { type: "integer", minimum: 1, maximum: 1e3 }, cost: { type: "number", minimum: 1e-6, maximum: 1e3 } } } }, embedding: { type: "number", minimum: 0, maximum: 1e3 }, head: { type: "number", minimum: 0, maximum: 1e3 }, memory: { type: "object", additionalProperties: !1, required: ["perLayer"], properties: { perLayer: { type: ["string", "integer"], minimum: 1048576, maximum: 9007199254740991, maxLength: 64 }, embedding: { type: ["string", "integer"], minimum: 0, maximum: 9007199254740991, maxLength: 64 }, head: { type: ["string", "integer"], minimum: 0, maximum: 9007199254740991, maxLength: 64 }, reserve: { type: ["string", "integer"], minimum: 0, maximum: 9007199254740991, maxLength: 64 } } } } }, parallel: { type: "object", additionalProperties: !1, minProperties: 1, properties: { tp: { type: "integer", minimum: 1, maximum: 2097152 }, cp: { type: "integer", minimum: 1, maximum: 2097152 }, ep: { type: "integer", minimum: 1, maximum: 2097152 }, dp: { type: "integer", minimum: 1, maximum: 2097152 }, pp: { type: "integer", minimum: 1, maximum: 2097152 }, order: { type: "string", pattern: "^(tp|cp|ep|dp|pp)(-(tp|cp|ep|dp|pp)){0,4}$" } } }, launch: { type: "object", additionalProperties: !1, properties: { command: { $ref: "#/definitions/words" }, setup: { $ref: "#/definitions/shellLines" }, wrap: { type: "array", minItems: 1, maxItems: 1e4, items: { type: ["string", "number", "boolean"], maxLength: 65536 } }, workdir: { type: "string", minLength: 1, maxLength: 4096 }, backend: { enum: ["nccl", "gloo", "none"] }, master: { type: "object", additionalProperties: !1, properties: { address: { type: "string", minLength: 1, maxLength: 512 }, port: { type: ["integer", "string"] } } }, remote: { type: "object", additionalProperties: !1, minProperties: 1, properties: { command: { type: "array", minItems: 1, maxItems: 1e3, items: { type: ["string", "number", "boolean"], maxLength: 65536 } }, user: { type: "string", pattern: "^[^-\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 256 }, port: { type: "integer", minimum: 1, maximum: 65535 }, directory: { type: "string", minLength: 1, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 4096 } } }, visibility: { enum: ["ordered", "isolated"] }, addressing: { enum: ["index", "uuid"] }, groupSize: { type: "integer", minimum: 1, maximum: 2097152 }, groupWithin: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9_-]*$", maxLength: 64 }, parallel: { $ref: "#/definitions/parallel" }, env: { $ref: "#/definitions/environment" }, software: { type: "object", additionalProperties: !1, minProperties: 1, properties: { nccl: { type: ["string", "number"], pattern: "^[0-9][A-Za-z0-9.+_-]*$", minimum: 0, maxLength: 64 }, rccl: { type: ["string", "number"], pattern: "^[0-9][A-Za-z0-9.+_-]*$", minimum: 0, maxLength: 64 }, torch: { type: ["string", "number"], pattern: "^[0-9][A-Za-z0-9.+_-]*$", minimum: 0, maxLength: 64 }, lightning: { type: ["string", "number"], pattern: "^[0-9][A-Za-z0-9.+_-]*$", minimum: 0, maxLength: 64 }, vllm: { type: ["string", "number"], pattern: "^[0-9][A-Za-z0-9.+_-]*$", minimum: 0, maxLength: 64 } } }, memory: { enum: ["near", "any"] }, grace: { type: ["string", "integer"], minimum: 0, maximum: 86400 } } }, slurm: { type: "object", additionalProperties: !1, properties: { partition: { type: "string", pattern: "^[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*$", maxLength: 1024 }, account: { type: "string", pattern: "^[A-Za-z0-9_.@-]+$", maxLength: 256 }, qos: { type: "string", pattern: "^[A-Za-z0-9_.@-]+$", maxLength: 256 }, time: { type: ["string", "integer"], minimum: 1, maxLength: 64 }, constraint: { type: "string", minLength: 1, maxLength: 1024, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, mem: { type: ["string", "integer"], minimum: 0, pattern: "^(none|[0-9]+[KMGTkmgt]?)$", maxLength: 64, maximum: 1073741824 }, jobName: { type: "string", minLength: 1, maxLength: 256, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, mail: { type: "object", additionalProperties: !1, required: ["user"], properties: { user: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.+@-]*$", maxLength: 256 }, type: { type: "array", minItems: 1, maxItems: 100, items: { enum: ["NONE", "BEGIN", "END", "FAIL", "REQUEUE", "ALL", "INVALID_DEPEND", "STAGE_OUT", "TIME_LIMIT", "TIME_LIMIT_90", "TIME_LIMIT_80", "TIME_LIMIT_50", "ARRAY_TASKS"] } } } }, dependency: { type: "string", pattern: "^[A-Za-z0-9_:,?+-]+$", maxLength: 1024 }, array: { type: "string", maxLength: 64 }, signal: { type: "object", additionalProperties: !1, required: ["name", "before"], properties: { name: { enum: ["USR1", "USR2", "TERM", "INT", "HUP"] }, before: { type: ["string", "integer"], minimum: 0, maximum: 65535 } } }, restarts: { type: "integer", minimum: 0, maximum: 1e3 }, requeues: { type: "integer", minimum: 0, maximum: 1e3 }, allocation: { enum: ["whole", "shared"] }, exclusive: { type: "boolean" }, gpuRequest: { enum: ["per-node", "gres", "total", "none"] }, taskEnv: { enum: ["plan", "keep"] }, cpusPerTask: { type: "integer", minimum: 1, maximum: 65536 }, directives: { type: "object", propertyNames: { maxLength: 64 }, additionalProperties: { type: ["string", "number", "boolean"], maxLength: 4096 } }, setup: { $ref: "#/definitions/shellLines" }, container: { type: "object", additionalProperties: !1, required: ["image", "runtime"], properties: { image: { type: "string", minLength: 1, maxLength: 4096, pattern: "^[^-\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, runtime: { enum: ["pyxis", "apptainer"] }, mounts: { type: "array", maxItems: 1e3, items: { type: "string", maxLength: 4096, pattern: "^/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:(ro|rw))?)?$" } }, workdir: { type: "string", maxLength: 4096, pattern: "^/[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" } } }, healthCheck: { type: "array", minItems: 1, maxItems: 1e4, items: { type: ["string", "number", "boolean"], maxLength: 65536 } }, combinedLog: { type: "boolean" }, srun: { type: "array", maxItems: 1e3, items: { type: "string", minLength: 1, maxLength: 4096, pattern: "^--[a-z][a-z0-9_-]+(=[\\s\\S]*)?$" } } } } } }, schema12 = { type: "object", additionalProperties: !1, properties: { strategy: { enum: ["sequential", "explicit", "performance-ranked"] }, by: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9_.:-]*$", maxLength: 64 }, tolerance: { type: "string", pattern: "^[0-9]{1,3}(\\.[0-9]{1,4})?%$" }, order: { enum: ["block", "cyclic", "score"] }, ranks: { type: "array", minItems: 1, items: { type: "string", minLength: 1, maxLength: 512 } }, worldSize: { type: "integer", minimum: 1, maximum: 2097152 }, exclude: { type: "array", items: { type: "string", minLength: 1, maxLength: 512 } }, ranksPerGpu: { type: "integer", minimum: 1, maximum: 1024 }, gpusPerRank: { type: ["integer", "string"], minimum: 1, maximum: 1024, pattern: "^node$" } } }, schema15 = { type: "object", additionalProperties: !1, required: ["layers"], properties: { layers: { type: ["integer", "array"], minimum: 1, maximum: 1e3, minItems: 1, maxItems: 1e3, items: { type: "object", additionalProperties: !1, required: ["count"], properties: { count: { type: "integer", minimum: 1, maximum: 1e3 }, cost: { type: "number", minimum: 1e-6, maximum: 1e3 } } } }, embedding: { type: "number", minimum: 0, maximum: 1e3 }, head: { type: "number", minimum: 0, maximum: 1e3 }, memory: { type: "object", additionalProperties: !1, required: ["perLayer"], properties: { perLayer: { type: ["string", "integer"], minimum: 1048576, maximum: 9007199254740991, maxLength: 64 }, embedding: { type: ["string", "integer"], minimum: 0, maximum: 9007199254740991, maxLength: 64 }, head: { type: ["string", "integer"], minimum: 0, maximum: 9007199254740991, maxLength: 64 }, reserve: { type: ["string", "integer"], minimum: 0, maximum: 9007199254740991, maxLength: 64 } } } } }, pattern2 = new RegExp("^[A-Za-z][A-Za-z0-9_.:-]*$", "u"), pattern3 = new RegExp("^[0-9]{1,3}(\\.[0-9]{1,4})?%$", "u"), pattern4 = new RegExp("^node$", "u"), schema13 = { type: "object", additionalProperties: !1, required: ["globalBatch"], properties: { globalBatch: { type: "integer", minimum: 1, maximum: 9007199254740991 }, shares: { enum: ["proportional", "optimal", "equal", "explicit"] }, multipleOf: { type: "integer", minimum: 1, maximum: 9007199254740991 }, samples: { type: ["array", "object"], items: { type: "integer", minimum: 1, maximum: 9007199254740991, examples: [64] }, additionalProperties: { type: "integer", minimum: 1, maximum: 9007199254740991, examples: [64] }, propertyNames: { maxLength: 1024 }, minItems: 1, maxItems: 2097152, minProperties: 1 }, memory: { $ref: "#/definitions/workMemory" } } }, schema14 = { type: "object", additionalProperties: !1, required: ["perSample"], properties: { perSample: { type: ["string", "integer"], minimum: 1048576, maximum: 9007199254740991, maxLength: 64 }, reserve: { type: ["string", "integer"], minimum: 0, maximum: 9007199254740991, maxLength: 64 } } };
function validate11(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.globalBatch === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "globalBatch" }, message: "must have required property 'globalBatch'" };
      vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
    }
    for (const key0 in data)
      if (!(key0 === "globalBatch" || key0 === "shares" || key0 === "multipleOf" || key0 === "samples" || key0 === "memory")) {
        const err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
      }
    if (data.globalBatch !== void 0) {
      let data0 = data.globalBatch;
      if (!(typeof data0 == "number" && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        const err2 = { instancePath: instancePath + "/globalBatch", schemaPath: "#/properties/globalBatch/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
      }
      if (typeof data0 == "number" && isFinite(data0)) {
        if (data0 > 9007199254740991 || isNaN(data0)) {
          const err3 = { instancePath: instancePath + "/globalBatch", schemaPath: "#/properties/globalBatch/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
          vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
        }
        if (data0 < 1 || isNaN(data0)) {
          const err4 = { instancePath: instancePath + "/globalBatch", schemaPath: "#/properties/globalBatch/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
        }
      }
    }
    if (data.shares !== void 0) {
      let data1 = data.shares;
      if (!(data1 === "proportional" || data1 === "optimal" || data1 === "equal" || data1 === "explicit")) {
        const err5 = { instancePath: instancePath + "/shares", schemaPath: "#/properties/shares/enum", keyword: "enum", params: { allowedValues: schema13.properties.shares.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
      }
    }
    if (data.multipleOf !== void 0) {
      let data2 = data.multipleOf;
      if (!(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
        const err6 = { instancePath: instancePath + "/multipleOf", schemaPath: "#/properties/multipleOf/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 > 9007199254740991 || isNaN(data2)) {
          const err7 = { instancePath: instancePath + "/multipleOf", schemaPath: "#/properties/multipleOf/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
          vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
        }
        if (data2 < 1 || isNaN(data2)) {
          const err8 = { instancePath: instancePath + "/multipleOf", schemaPath: "#/properties/multipleOf/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
        }
      }
    }
    if (data.samples !== void 0) {
      let data3 = data.samples;
      if (!data3 || typeof data3 != "object") {
        const err9 = { instancePath: instancePath + "/samples", schemaPath: "#/properties/samples/type", keyword: "type", params: { type: schema13.properties.samples.type }, message: "must be array,object" };
        vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
      }
      if (Array.isArray(data3)) {
        if (data3.length > 2097152) {
          const err10 = { instancePath: instancePath + "/samples", schemaPath: "#/properties/samples/maxItems", keyword: "maxItems", params: { limit: 2097152 }, message: "must NOT have more than 2097152 items" };
          vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
        }
        if (data3.length < 1) {
          const err11 = { instancePath: instancePath + "/samples", schemaPath: "#/properties/samples/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
        }
        const len0 = data3.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data4 = data3[i0];
          if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4) && isFinite(data4))) {
            const err12 = { instancePath: instancePath + "/samples/" + i0, schemaPath: "#/properties/samples/items/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
          }
          if (typeof data4 == "number" && isFinite(data4)) {
            if (data4 > 9007199254740991 || isNaN(data4)) {
              const err13 = { instancePath: instancePath + "/samples/" + i0, schemaPath: "#/properties/samples/items/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
            }
            if (data4 < 1 || isNaN(data4)) {
              const err14 = { instancePath: instancePath + "/samples/" + i0, schemaPath: "#/properties/samples/items/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
            }
          }
        }
      }
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        if (Object.keys(data3).length < 1) {
          const err15 = { instancePath: instancePath + "/samples", schemaPath: "#/properties/samples/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" };
          vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
        }
        for (const key1 in data3) {
          const _errs11 = errors;
          if (typeof key1 == "string" && func3(key1) > 1024) {
            const err16 = { instancePath: instancePath + "/samples", schemaPath: "#/properties/samples/propertyNames/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters", propertyName: key1 };
            vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
          }
          var valid3 = _errs11 === errors;
          if (!valid3) {
            const err17 = { instancePath: instancePath + "/samples", schemaPath: "#/properties/samples/propertyNames", keyword: "propertyNames", params: { propertyName: key1 }, message: "property name must be valid" };
            vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
          }
        }
        for (const key2 in data3) {
          let data5 = data3[key2];
          if (!(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5) && isFinite(data5))) {
            const err18 = { instancePath: instancePath + "/samples/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/samples/additionalProperties/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
          }
          if (typeof data5 == "number" && isFinite(data5)) {
            if (data5 > 9007199254740991 || isNaN(data5)) {
              const err19 = { instancePath: instancePath + "/samples/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/samples/additionalProperties/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
            }
            if (data5 < 1 || isNaN(data5)) {
              const err20 = { instancePath: instancePath + "/samples/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/samples/additionalProperties/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
            }
          }
        }
      }
    }
    if (data.memory !== void 0) {
      let data6 = data.memory;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (data6.perSample === void 0) {
          const err21 = { instancePath: instancePath + "/memory", schemaPath: "#/definitions/workMemory/required", keyword: "required", params: { missingProperty: "perSample" }, message: "must have required property 'perSample'" };
          vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
        }
        for (const key3 in data6)
          if (!(key3 === "perSample" || key3 === "reserve")) {
            const err22 = { instancePath: instancePath + "/memory", schemaPath: "#/definitions/workMemory/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
          }
        if (data6.perSample !== void 0) {
          let data7 = data6.perSample;
          if (typeof data7 != "string" && !(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7) && isFinite(data7))) {
            const err23 = { instancePath: instancePath + "/memory/perSample", schemaPath: "#/definitions/workMemory/properties/perSample/type", keyword: "type", params: { type: schema14.properties.perSample.type }, message: "must be string,integer" };
            vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
          }
          if (typeof data7 == "number" && isFinite(data7)) {
            if (data7 > 9007199254740991 || isNaN(data7)) {
              const err24 = { instancePath: instancePath + "/memory/perSample", schemaPath: "#/definitions/workMemory/properties/perSample/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
            }
            if (data7 < 1048576 || isNaN(data7)) {
              const err25 = { instancePath: instancePath + "/memory/perSample", schemaPath: "#/definitions/workMemory/properties/perSample/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1048576 }, message: "must be >= 1048576" };
              vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
            }
          }
          if (typeof data7 == "string" && func3(data7) > 64) {
            const err26 = { instancePath: instancePath + "/memory/perSample", schemaPath: "#/definitions/workMemory/properties/perSample/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
            vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
          }
        }
        if (data6.reserve !== void 0) {
          let data8 = data6.reserve;
          if (typeof data8 != "string" && !(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8))) {
            const err27 = { instancePath: instancePath + "/memory/reserve", schemaPath: "#/definitions/workMemory/properties/reserve/type", keyword: "type", params: { type: schema14.properties.reserve.type }, message: "must be string,integer" };
            vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
          }
          if (typeof data8 == "number" && isFinite(data8)) {
            if (data8 > 9007199254740991 || isNaN(data8)) {
              const err28 = { instancePath: instancePath + "/memory/reserve", schemaPath: "#/definitions/workMemory/properties/reserve/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err28] : vErrors.length < 1e3 && vErrors.push(err28), errors++;
            }
            if (data8 < 0 || isNaN(data8)) {
              const err29 = { instancePath: instancePath + "/memory/reserve", schemaPath: "#/definitions/workMemory/properties/reserve/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err29] : vErrors.length < 1e3 && vErrors.push(err29), errors++;
            }
          }
          if (typeof data8 == "string" && func3(data8) > 64) {
            const err30 = { instancePath: instancePath + "/memory/reserve", schemaPath: "#/definitions/workMemory/properties/reserve/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
            vErrors === null ? vErrors = [err30] : vErrors.length < 1e3 && vErrors.push(err30), errors++;
          }
        }
      } else {
        const err31 = { instancePath: instancePath + "/memory", schemaPath: "#/definitions/workMemory/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err31] : vErrors.length < 1e3 && vErrors.push(err31), errors++;
      }
    }
  } else {
    const err32 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err32] : vErrors.length < 1e3 && vErrors.push(err32), errors++;
  }
  return validate11.errors = vErrors, errors === 0;
}
const schema16 = { type: "object", additionalProperties: !1, properties: { command: { $ref: "#/definitions/words" }, setup: { $ref: "#/definitions/shellLines" }, wrap: { type: "array", minItems: 1, maxItems: 1e4, items: { type: ["string", "number", "boolean"], maxLength: 65536 } }, workdir: { type: "string", minLength: 1, maxLength: 4096 }, backend: { enum: ["nccl", "gloo", "none"] }, master: { type: "object", additionalProperties: !1, properties: { address: { type: "string", minLength: 1, maxLength: 512 }, port: { type: ["integer", "string"] } } }, remote: { type: "object", additionalProperties: !1, minProperties: 1, properties: { command: { type: "array", minItems: 1, maxItems: 1e3, items: { type: ["string", "number", "boolean"], maxLength: 65536 } }, user: { type: "string", pattern: "^[^-\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 256 }, port: { type: "integer", minimum: 1, maximum: 65535 }, directory: { type: "string", minLength: 1, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 4096 } } }, visibility: { enum: ["ordered", "isolated"] }, addressing: { enum: ["index", "uuid"] }, groupSize: { type: "integer", minimum: 1, maximum: 2097152 }, groupWithin: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9_-]*$", maxLength: 64 }, parallel: { $ref: "#/definitions/parallel" }, env: { $ref: "#/definitions/environment" }, software: { type: "object", additionalProperties: !1, minProperties: 1, properties: { nccl: { type: ["string", "number"], pattern: "^[0-9][A-Za-z0-9.+_-]*$", minimum: 0, maxLength: 64 }, rccl: { type: ["string", "number"], pattern: "^[0-9][A-Za-z0-9.+_-]*$", minimum: 0, maxLength: 64 }, torch: { type: ["string", "number"], pattern: "^[0-9][A-Za-z0-9.+_-]*$", minimum: 0, maxLength: 64 }, lightning: { type: ["string", "number"], pattern: "^[0-9][A-Za-z0-9.+_-]*$", minimum: 0, maxLength: 64 }, vllm: { type: ["string", "number"], pattern: "^[0-9][A-Za-z0-9.+_-]*$", minimum: 0, maxLength: 64 } } }, memory: { enum: ["near", "any"] }, grace: { type: ["string", "integer"], minimum: 0, maximum: 86400 } } }, schema17 = { type: "array", minItems: 1, maxItems: 1e4, items: { type: ["string", "number", "boolean"], maxLength: 65536 } }, schema18 = { type: "array", maxItems: 1e3, items: { type: "string", maxLength: 65536 } }, schema19 = { type: "object", additionalProperties: !1, minProperties: 1, properties: { tp: { type: "integer", minimum: 1, maximum: 2097152 }, cp: { type: "integer", minimum: 1, maximum: 2097152 }, ep: { type: "integer", minimum: 1, maximum: 2097152 }, dp: { type: "integer", minimum: 1, maximum: 2097152 }, pp: { type: "integer", minimum: 1, maximum: 2097152 }, order: { type: "string", pattern: "^(tp|cp|ep|dp|pp)(-(tp|cp|ep|dp|pp)){0,4}$" } } }, pattern5 = new RegExp("^[^-\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", "u"), pattern6 = new RegExp("^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", "u"), pattern7 = new RegExp("^[A-Za-z][A-Za-z0-9_-]*$", "u"), pattern8 = new RegExp("^(tp|cp|ep|dp|pp)(-(tp|cp|ep|dp|pp)){0,4}$", "u"), pattern9 = new RegExp("^[0-9][A-Za-z0-9.+_-]*$", "u");
function validate13(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data)
      if (!func2.call(schema16.properties, key0)) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
      }
    if (data.command !== void 0) {
      let data0 = data.command;
      if (Array.isArray(data0)) {
        if (data0.length > 1e4) {
          const err1 = { instancePath: instancePath + "/command", schemaPath: "#/definitions/words/maxItems", keyword: "maxItems", params: { limit: 1e4 }, message: "must NOT have more than 10000 items" };
          vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
        }
        if (data0.length < 1) {
          const err2 = { instancePath: instancePath + "/command", schemaPath: "#/definitions/words/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
        }
        const len0 = data0.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data1 = data0[i0];
          if (typeof data1 != "string" && !(typeof data1 == "number" && isFinite(data1)) && typeof data1 != "boolean") {
            const err3 = { instancePath: instancePath + "/command/" + i0, schemaPath: "#/definitions/words/items/type", keyword: "type", params: { type: schema17.items.type }, message: "must be string,number,boolean" };
            vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
          }
          if (typeof data1 == "string" && func3(data1) > 65536) {
            const err4 = { instancePath: instancePath + "/command/" + i0, schemaPath: "#/definitions/words/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
            vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
          }
        }
      } else {
        const err5 = { instancePath: instancePath + "/command", schemaPath: "#/definitions/words/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
      }
    }
    if (data.setup !== void 0) {
      let data2 = data.setup;
      if (Array.isArray(data2)) {
        if (data2.length > 1e3) {
          const err6 = { instancePath: instancePath + "/setup", schemaPath: "#/definitions/shellLines/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
          vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
        }
        const len1 = data2.length;
        for (let i1 = 0; i1 < len1; i1++) {
          let data3 = data2[i1];
          if (typeof data3 == "string") {
            if (func3(data3) > 65536) {
              const err7 = { instancePath: instancePath + "/setup/" + i1, schemaPath: "#/definitions/shellLines/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
              vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
            }
          } else {
            const err8 = { instancePath: instancePath + "/setup/" + i1, schemaPath: "#/definitions/shellLines/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
          }
        }
      } else {
        const err9 = { instancePath: instancePath + "/setup", schemaPath: "#/definitions/shellLines/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
      }
    }
    if (data.wrap !== void 0) {
      let data4 = data.wrap;
      if (Array.isArray(data4)) {
        if (data4.length > 1e4) {
          const err10 = { instancePath: instancePath + "/wrap", schemaPath: "#/properties/wrap/maxItems", keyword: "maxItems", params: { limit: 1e4 }, message: "must NOT have more than 10000 items" };
          vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
        }
        if (data4.length < 1) {
          const err11 = { instancePath: instancePath + "/wrap", schemaPath: "#/properties/wrap/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
        }
        const len2 = data4.length;
        for (let i2 = 0; i2 < len2; i2++) {
          let data5 = data4[i2];
          if (typeof data5 != "string" && !(typeof data5 == "number" && isFinite(data5)) && typeof data5 != "boolean") {
            const err12 = { instancePath: instancePath + "/wrap/" + i2, schemaPath: "#/properties/wrap/items/type", keyword: "type", params: { type: schema16.properties.wrap.items.type }, message: "must be string,number,boolean" };
            vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
          }
          if (typeof data5 == "string" && func3(data5) > 65536) {
            const err13 = { instancePath: instancePath + "/wrap/" + i2, schemaPath: "#/properties/wrap/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
            vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
          }
        }
      } else {
        const err14 = { instancePath: instancePath + "/wrap", schemaPath: "#/properties/wrap/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
      }
    }
    if (data.workdir !== void 0) {
      let data6 = data.workdir;
      if (typeof data6 == "string") {
        if (func3(data6) > 4096) {
          const err15 = { instancePath: instancePath + "/workdir", schemaPath: "#/properties/workdir/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
          vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
        }
        if (func3(data6) < 1) {
          const err16 = { instancePath: instancePath + "/workdir", schemaPath: "#/properties/workdir/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
        }
      } else {
        const err17 = { instancePath: instancePath + "/workdir", schemaPath: "#/properties/workdir/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
      }
    }
    if (data.backend !== void 0) {
      let data7 = data.backend;
      if (!(data7 === "nccl" || data7 === "gloo" || data7 === "none")) {
        const err18 = { instancePath: instancePath + "/backend", schemaPath: "#/properties/backend/enum", keyword: "enum", params: { allowedValues: schema16.properties.backend.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
      }
    }
    if (data.master !== void 0) {
      let data8 = data.master;
      if (data8 && typeof data8 == "object" && !Array.isArray(data8)) {
        for (const key1 in data8)
          if (!(key1 === "address" || key1 === "port")) {
            const err19 = { instancePath: instancePath + "/master", schemaPath: "#/properties/master/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
          }
        if (data8.address !== void 0) {
          let data9 = data8.address;
          if (typeof data9 == "string") {
            if (func3(data9) > 512) {
              const err20 = { instancePath: instancePath + "/master/address", schemaPath: "#/properties/master/properties/address/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" };
              vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
            }
            if (func3(data9) < 1) {
              const err21 = { instancePath: instancePath + "/master/address", schemaPath: "#/properties/master/properties/address/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
            }
          } else {
            const err22 = { instancePath: instancePath + "/master/address", schemaPath: "#/properties/master/properties/address/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
          }
        }
        if (data8.port !== void 0) {
          let data10 = data8.port;
          if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10) && isFinite(data10)) && typeof data10 != "string") {
            const err23 = { instancePath: instancePath + "/master/port", schemaPath: "#/properties/master/properties/port/type", keyword: "type", params: { type: schema16.properties.master.properties.port.type }, message: "must be integer,string" };
            vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
          }
        }
      } else {
        const err24 = { instancePath: instancePath + "/master", schemaPath: "#/properties/master/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
      }
    }
    if (data.remote !== void 0) {
      let data11 = data.remote;
      if (data11 && typeof data11 == "object" && !Array.isArray(data11)) {
        if (Object.keys(data11).length < 1) {
          const err25 = { instancePath: instancePath + "/remote", schemaPath: "#/properties/remote/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" };
          vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
        }
        for (const key2 in data11)
          if (!(key2 === "command" || key2 === "user" || key2 === "port" || key2 === "directory")) {
            const err26 = { instancePath: instancePath + "/remote", schemaPath: "#/properties/remote/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
          }
        if (data11.command !== void 0) {
          let data12 = data11.command;
          if (Array.isArray(data12)) {
            if (data12.length > 1e3) {
              const err27 = { instancePath: instancePath + "/remote/command", schemaPath: "#/properties/remote/properties/command/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
              vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
            }
            if (data12.length < 1) {
              const err28 = { instancePath: instancePath + "/remote/command", schemaPath: "#/properties/remote/properties/command/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              vErrors === null ? vErrors = [err28] : vErrors.length < 1e3 && vErrors.push(err28), errors++;
            }
            const len3 = data12.length;
            for (let i3 = 0; i3 < len3; i3++) {
              let data13 = data12[i3];
              if (typeof data13 != "string" && !(typeof data13 == "number" && isFinite(data13)) && typeof data13 != "boolean") {
                const err29 = { instancePath: instancePath + "/remote/command/" + i3, schemaPath: "#/properties/remote/properties/command/items/type", keyword: "type", params: { type: schema16.properties.remote.properties.command.items.type }, message: "must be string,number,boolean" };
                vErrors === null ? vErrors = [err29] : vErrors.length < 1e3 && vErrors.push(err29), errors++;
              }
              if (typeof data13 == "string" && func3(data13) > 65536) {
                const err30 = { instancePath: instancePath + "/remote/command/" + i3, schemaPath: "#/properties/remote/properties/command/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
                vErrors === null ? vErrors = [err30] : vErrors.length < 1e3 && vErrors.push(err30), errors++;
              }
            }
          } else {
            const err31 = { instancePath: instancePath + "/remote/command", schemaPath: "#/properties/remote/properties/command/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            vErrors === null ? vErrors = [err31] : vErrors.length < 1e3 && vErrors.push(err31), errors++;
          }
        }
        if (data11.user !== void 0) {
          let data14 = data11.user;
          if (typeof data14 == "string") {
            if (func3(data14) > 256) {
              const err32 = { instancePath: instancePath + "/remote/user", schemaPath: "#/properties/remote/properties/user/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
              vErrors === null ? vErrors = [err32] : vErrors.length < 1e3 && vErrors.push(err32), errors++;
            }
            if (!pattern5.test(data14)) {
              const err33 = { instancePath: instancePath + "/remote/user", schemaPath: "#/properties/remote/properties/user/pattern", keyword: "pattern", params: { pattern: "^[^-\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^-\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
              vErrors === null ? vErrors = [err33] : vErrors.length < 1e3 && vErrors.push(err33), errors++;
            }
          } else {
            const err34 = { instancePath: instancePath + "/remote/user", schemaPath: "#/properties/remote/properties/user/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err34] : vErrors.length < 1e3 && vErrors.push(err34), errors++;
          }
        }
        if (data11.port !== void 0) {
          let data15 = data11.port;
          if (!(typeof data15 == "number" && !(data15 % 1) && !isNaN(data15) && isFinite(data15))) {
            const err35 = { instancePath: instancePath + "/remote/port", schemaPath: "#/properties/remote/properties/port/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err35] : vErrors.length < 1e3 && vErrors.push(err35), errors++;
          }
          if (typeof data15 == "number" && isFinite(data15)) {
            if (data15 > 65535 || isNaN(data15)) {
              const err36 = { instancePath: instancePath + "/remote/port", schemaPath: "#/properties/remote/properties/port/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
              vErrors === null ? vErrors = [err36] : vErrors.length < 1e3 && vErrors.push(err36), errors++;
            }
            if (data15 < 1 || isNaN(data15)) {
              const err37 = { instancePath: instancePath + "/remote/port", schemaPath: "#/properties/remote/properties/port/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err37] : vErrors.length < 1e3 && vErrors.push(err37), errors++;
            }
          }
        }
        if (data11.directory !== void 0) {
          let data16 = data11.directory;
          if (typeof data16 == "string") {
            if (func3(data16) > 4096) {
              const err38 = { instancePath: instancePath + "/remote/directory", schemaPath: "#/properties/remote/properties/directory/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
              vErrors === null ? vErrors = [err38] : vErrors.length < 1e3 && vErrors.push(err38), errors++;
            }
            if (func3(data16) < 1) {
              const err39 = { instancePath: instancePath + "/remote/directory", schemaPath: "#/properties/remote/properties/directory/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              vErrors === null ? vErrors = [err39] : vErrors.length < 1e3 && vErrors.push(err39), errors++;
            }
            if (!pattern6.test(data16)) {
              const err40 = { instancePath: instancePath + "/remote/directory", schemaPath: "#/properties/remote/properties/directory/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
              vErrors === null ? vErrors = [err40] : vErrors.length < 1e3 && vErrors.push(err40), errors++;
            }
          } else {
            const err41 = { instancePath: instancePath + "/remote/directory", schemaPath: "#/properties/remote/properties/directory/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err41] : vErrors.length < 1e3 && vErrors.push(err41), errors++;
          }
        }
      } else {
        const err42 = { instancePath: instancePath + "/remote", schemaPath: "#/properties/remote/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err42] : vErrors.length < 1e3 && vErrors.push(err42), errors++;
      }
    }
    if (data.visibility !== void 0) {
      let data17 = data.visibility;
      if (!(data17 === "ordered" || data17 === "isolated")) {
        const err43 = { instancePath: instancePath + "/visibility", schemaPath: "#/properties/visibility/enum", keyword: "enum", params: { allowedValues: schema16.properties.visibility.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err43] : vErrors.length < 1e3 && vErrors.push(err43), errors++;
      }
    }
    if (data.addressing !== void 0) {
      let data18 = data.addressing;
      if (!(data18 === "index" || data18 === "uuid")) {
        const err44 = { instancePath: instancePath + "/addressing", schemaPath: "#/properties/addressing/enum", keyword: "enum", params: { allowedValues: schema16.properties.addressing.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err44] : vErrors.length < 1e3 && vErrors.push(err44), errors++;
      }
    }
    if (data.groupSize !== void 0) {
      let data19 = data.groupSize;
      if (!(typeof data19 == "number" && !(data19 % 1) && !isNaN(data19) && isFinite(data19))) {
        const err45 = { instancePath: instancePath + "/groupSize", schemaPath: "#/properties/groupSize/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err45] : vErrors.length < 1e3 && vErrors.push(err45), errors++;
      }
      if (typeof data19 == "number" && isFinite(data19)) {
        if (data19 > 2097152 || isNaN(data19)) {
          const err46 = { instancePath: instancePath + "/groupSize", schemaPath: "#/properties/groupSize/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
          vErrors === null ? vErrors = [err46] : vErrors.length < 1e3 && vErrors.push(err46), errors++;
        }
        if (data19 < 1 || isNaN(data19)) {
          const err47 = { instancePath: instancePath + "/groupSize", schemaPath: "#/properties/groupSize/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          vErrors === null ? vErrors = [err47] : vErrors.length < 1e3 && vErrors.push(err47), errors++;
        }
      }
    }
    if (data.groupWithin !== void 0) {
      let data20 = data.groupWithin;
      if (typeof data20 == "string") {
        if (func3(data20) > 64) {
          const err48 = { instancePath: instancePath + "/groupWithin", schemaPath: "#/properties/groupWithin/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
          vErrors === null ? vErrors = [err48] : vErrors.length < 1e3 && vErrors.push(err48), errors++;
        }
        if (!pattern7.test(data20)) {
          const err49 = { instancePath: instancePath + "/groupWithin", schemaPath: "#/properties/groupWithin/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z][A-Za-z0-9_-]*$" }, message: 'must match pattern "^[A-Za-z][A-Za-z0-9_-]*$"' };
          vErrors === null ? vErrors = [err49] : vErrors.length < 1e3 && vErrors.push(err49), errors++;
        }
      } else {
        const err50 = { instancePath: instancePath + "/groupWithin", schemaPath: "#/properties/groupWithin/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err50] : vErrors.length < 1e3 && vErrors.push(err50), errors++;
      }
    }
    if (data.parallel !== void 0) {
      let data21 = data.parallel;
      if (data21 && typeof data21 == "object" && !Array.isArray(data21)) {
        if (Object.keys(data21).length < 1) {
          const err51 = { instancePath: instancePath + "/parallel", schemaPath: "#/definitions/parallel/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" };
          vErrors === null ? vErrors = [err51] : vErrors.length < 1e3 && vErrors.push(err51), errors++;
        }
        for (const key3 in data21)
          if (!(key3 === "tp" || key3 === "cp" || key3 === "ep" || key3 === "dp" || key3 === "pp" || key3 === "order")) {
            const err52 = { instancePath: instancePath + "/parallel", schemaPath: "#/definitions/parallel/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err52] : vErrors.length < 1e3 && vErrors.push(err52), errors++;
          }
        if (data21.tp !== void 0) {
          let data22 = data21.tp;
          if (!(typeof data22 == "number" && !(data22 % 1) && !isNaN(data22) && isFinite(data22))) {
            const err53 = { instancePath: instancePath + "/parallel/tp", schemaPath: "#/definitions/parallel/properties/tp/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err53] : vErrors.length < 1e3 && vErrors.push(err53), errors++;
          }
          if (typeof data22 == "number" && isFinite(data22)) {
            if (data22 > 2097152 || isNaN(data22)) {
              const err54 = { instancePath: instancePath + "/parallel/tp", schemaPath: "#/definitions/parallel/properties/tp/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
              vErrors === null ? vErrors = [err54] : vErrors.length < 1e3 && vErrors.push(err54), errors++;
            }
            if (data22 < 1 || isNaN(data22)) {
              const err55 = { instancePath: instancePath + "/parallel/tp", schemaPath: "#/definitions/parallel/properties/tp/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err55] : vErrors.length < 1e3 && vErrors.push(err55), errors++;
            }
          }
        }
        if (data21.cp !== void 0) {
          let data23 = data21.cp;
          if (!(typeof data23 == "number" && !(data23 % 1) && !isNaN(data23) && isFinite(data23))) {
            const err56 = { instancePath: instancePath + "/parallel/cp", schemaPath: "#/definitions/parallel/properties/cp/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err56] : vErrors.length < 1e3 && vErrors.push(err56), errors++;
          }
          if (typeof data23 == "number" && isFinite(data23)) {
            if (data23 > 2097152 || isNaN(data23)) {
              const err57 = { instancePath: instancePath + "/parallel/cp", schemaPath: "#/definitions/parallel/properties/cp/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
              vErrors === null ? vErrors = [err57] : vErrors.length < 1e3 && vErrors.push(err57), errors++;
            }
            if (data23 < 1 || isNaN(data23)) {
              const err58 = { instancePath: instancePath + "/parallel/cp", schemaPath: "#/definitions/parallel/properties/cp/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err58] : vErrors.length < 1e3 && vErrors.push(err58), errors++;
            }
          }
        }
        if (data21.ep !== void 0) {
          let data24 = data21.ep;
          if (!(typeof data24 == "number" && !(data24 % 1) && !isNaN(data24) && isFinite(data24))) {
            const err59 = { instancePath: instancePath + "/parallel/ep", schemaPath: "#/definitions/parallel/properties/ep/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err59] : vErrors.length < 1e3 && vErrors.push(err59), errors++;
          }
          if (typeof data24 == "number" && isFinite(data24)) {
            if (data24 > 2097152 || isNaN(data24)) {
              const err60 = { instancePath: instancePath + "/parallel/ep", schemaPath: "#/definitions/parallel/properties/ep/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
              vErrors === null ? vErrors = [err60] : vErrors.length < 1e3 && vErrors.push(err60), errors++;
            }
            if (data24 < 1 || isNaN(data24)) {
              const err61 = { instancePath: instancePath + "/parallel/ep", schemaPath: "#/definitions/parallel/properties/ep/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err61] : vErrors.length < 1e3 && vErrors.push(err61), errors++;
            }
          }
        }
        if (data21.dp !== void 0) {
          let data25 = data21.dp;
          if (!(typeof data25 == "number" && !(data25 % 1) && !isNaN(data25) && isFinite(data25))) {
            const err62 = { instancePath: instancePath + "/parallel/dp", schemaPath: "#/definitions/parallel/properties/dp/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err62] : vErrors.length < 1e3 && vErrors.push(err62), errors++;
          }
          if (typeof data25 == "number" && isFinite(data25)) {
            if (data25 > 2097152 || isNaN(data25)) {
              const err63 = { instancePath: instancePath + "/parallel/dp", schemaPath: "#/definitions/parallel/properties/dp/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
              vErrors === null ? vErrors = [err63] : vErrors.length < 1e3 && vErrors.push(err63), errors++;
            }
            if (data25 < 1 || isNaN(data25)) {
              const err64 = { instancePath: instancePath + "/parallel/dp", schemaPath: "#/definitions/parallel/properties/dp/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err64] : vErrors.length < 1e3 && vErrors.push(err64), errors++;
            }
          }
        }
        if (data21.pp !== void 0) {
          let data26 = data21.pp;
          if (!(typeof data26 == "number" && !(data26 % 1) && !isNaN(data26) && isFinite(data26))) {
            const err65 = { instancePath: instancePath + "/parallel/pp", schemaPath: "#/definitions/parallel/properties/pp/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err65] : vErrors.length < 1e3 && vErrors.push(err65), errors++;
          }
          if (typeof data26 == "number" && isFinite(data26)) {
            if (data26 > 2097152 || isNaN(data26)) {
              const err66 = { instancePath: instancePath + "/parallel/pp", schemaPath: "#/definitions/parallel/properties/pp/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
              vErrors === null ? vErrors = [err66] : vErrors.length < 1e3 && vErrors.push(err66), errors++;
            }
            if (data26 < 1 || isNaN(data26)) {
              const err67 = { instancePath: instancePath + "/parallel/pp", schemaPath: "#/definitions/parallel/properties/pp/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err67] : vErrors.length < 1e3 && vErrors.push(err67), errors++;
            }
          }
        }
        if (data21.order !== void 0) {
          let data27 = data21.order;
          if (typeof data27 == "string") {
            if (!pattern8.test(data27)) {
              const err68 = { instancePath: instancePath + "/parallel/order", schemaPath: "#/definitions/parallel/properties/order/pattern", keyword: "pattern", params: { pattern: "^(tp|cp|ep|dp|pp)(-(tp|cp|ep|dp|pp)){0,4}$" }, message: 'must match pattern "^(tp|cp|ep|dp|pp)(-(tp|cp|ep|dp|pp)){0,4}$"' };
              vErrors === null ? vErrors = [err68] : vErrors.length < 1e3 && vErrors.push(err68), errors++;
            }
          } else {
            const err69 = { instancePath: instancePath + "/parallel/order", schemaPath: "#/definitions/parallel/properties/order/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err69] : vErrors.length < 1e3 && vErrors.push(err69), errors++;
          }
        }
      } else {
        const err70 = { instancePath: instancePath + "/parallel", schemaPath: "#/definitions/parallel/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err70] : vErrors.length < 1e3 && vErrors.push(err70), errors++;
      }
    }
    if (data.env !== void 0) {
      let data28 = data.env;
      if (data28 && typeof data28 == "object" && !Array.isArray(data28)) {
        for (const key4 in data28) {
          const _errs64 = errors;
          if (typeof key4 == "string" && func3(key4) > 256) {
            const err71 = { instancePath: instancePath + "/env", schemaPath: "#/definitions/environment/propertyNames/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters", propertyName: key4 };
            vErrors === null ? vErrors = [err71] : vErrors.length < 1e3 && vErrors.push(err71), errors++;
          }
          var valid16 = _errs64 === errors;
          if (!valid16) {
            const err72 = { instancePath: instancePath + "/env", schemaPath: "#/definitions/environment/propertyNames", keyword: "propertyNames", params: { propertyName: key4 }, message: "property name must be valid" };
            vErrors === null ? vErrors = [err72] : vErrors.length < 1e3 && vErrors.push(err72), errors++;
          }
        }
        for (const key5 in data28) {
          let data29 = data28[key5];
          if (typeof data29 != "string" && !(typeof data29 == "number" && isFinite(data29)) && typeof data29 != "boolean") {
            const err73 = { instancePath: instancePath + "/env/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/environment/additionalProperties/type", keyword: "type", params: { type: schema20.additionalProperties.type }, message: "must be string,number,boolean" };
            vErrors === null ? vErrors = [err73] : vErrors.length < 1e3 && vErrors.push(err73), errors++;
          }
          if (typeof data29 == "string" && func3(data29) > 65536) {
            const err74 = { instancePath: instancePath + "/env/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/definitions/environment/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
            vErrors === null ? vErrors = [err74] : vErrors.length < 1e3 && vErrors.push(err74), errors++;
          }
        }
      } else {
        const err75 = { instancePath: instancePath + "/env", schemaPath: "#/definitions/environment/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err75] : vErrors.length < 1e3 && vErrors.push(err75), errors++;
      }
    }
    if (data.software !== void 0) {
      let data30 = data.software;
      if (data30 && typeof data30 == "object" && !Array.isArray(data30)) {
        if (Object.keys(data30).length < 1) {
          const err76 = { instancePath: instancePath + "/software", schemaPath: "#/properties/software/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" };
          vErrors === null ? vErrors = [err76] : vErrors.length < 1e3 && vErrors.push(err76), errors++;
        }
        for (const key6 in data30)
          if (!(key6 === "nccl" || key6 === "rccl" || key6 === "torch" || key6 === "lightning" || key6 === "vllm")) {
            const err77 = { instancePath: instancePath + "/software", schemaPath: "#/properties/software/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key6 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err77] : vErrors.length < 1e3 && vErrors.push(err77), errors++;
          }
        if (data30.nccl !== void 0) {
          let data31 = data30.nccl;
          if (typeof data31 != "string" && !(typeof data31 == "number" && isFinite(data31))) {
            const err78 = { instancePath: instancePath + "/software/nccl", schemaPath: "#/properties/software/properties/nccl/type", keyword: "type", params: { type: schema16.properties.software.properties.nccl.type }, message: "must be string,number" };
            vErrors === null ? vErrors = [err78] : vErrors.length < 1e3 && vErrors.push(err78), errors++;
          }
          if (typeof data31 == "number" && isFinite(data31) && (data31 < 0 || isNaN(data31))) {
            const err79 = { instancePath: instancePath + "/software/nccl", schemaPath: "#/properties/software/properties/nccl/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err79] : vErrors.length < 1e3 && vErrors.push(err79), errors++;
          }
          if (typeof data31 == "string") {
            if (func3(data31) > 64) {
              const err80 = { instancePath: instancePath + "/software/nccl", schemaPath: "#/properties/software/properties/nccl/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
              vErrors === null ? vErrors = [err80] : vErrors.length < 1e3 && vErrors.push(err80), errors++;
            }
            if (!pattern9.test(data31)) {
              const err81 = { instancePath: instancePath + "/software/nccl", schemaPath: "#/properties/software/properties/nccl/pattern", keyword: "pattern", params: { pattern: "^[0-9][A-Za-z0-9.+_-]*$" }, message: 'must match pattern "^[0-9][A-Za-z0-9.+_-]*$"' };
              vErrors === null ? vErrors = [err81] : vErrors.length < 1e3 && vErrors.push(err81), errors++;
            }
          }
        }
        if (data30.rccl !== void 0) {
          let data32 = data30.rccl;
          if (typeof data32 != "string" && !(typeof data32 == "number" && isFinite(data32))) {
            const err82 = { instancePath: instancePath + "/software/rccl", schemaPath: "#/properties/software/properties/rccl/type", keyword: "type", params: { type: schema16.properties.software.properties.rccl.type }, message: "must be string,number" };
            vErrors === null ? vErrors = [err82] : vErrors.length < 1e3 && vErrors.push(err82), errors++;
          }
          if (typeof data32 == "number" && isFinite(data32) && (data32 < 0 || isNaN(data32))) {
            const err83 = { instancePath: instancePath + "/software/rccl", schemaPath: "#/properties/software/properties/rccl/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err83] : vErrors.length < 1e3 && vErrors.push(err83), errors++;
          }
          if (typeof data32 == "string") {
            if (func3(data32) > 64) {
              const err84 = { instancePath: instancePath + "/software/rccl", schemaPath: "#/properties/software/properties/rccl/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
              vErrors === null ? vErrors = [err84] : vErrors.length < 1e3 && vErrors.push(err84), errors++;
            }
            if (!pattern9.test(data32)) {
              const err85 = { instancePath: instancePath + "/software/rccl", schemaPath: "#/properties/software/properties/rccl/pattern", keyword: "pattern", params: { pattern: "^[0-9][A-Za-z0-9.+_-]*$" }, message: 'must match pattern "^[0-9][A-Za-z0-9.+_-]*$"' };
              vErrors === null ? vErrors = [err85] : vErrors.length < 1e3 && vErrors.push(err85), errors++;
            }
          }
        }
        if (data30.torch !== void 0) {
          let data33 = data30.torch;
          if (typeof data33 != "string" && !(typeof data33 == "number" && isFinite(data33))) {
            const err86 = { instancePath: instancePath + "/software/torch", schemaPath: "#/properties/software/properties/torch/type", keyword: "type", params: { type: schema16.properties.software.properties.torch.type }, message: "must be string,number" };
            vErrors === null ? vErrors = [err86] : vErrors.length < 1e3 && vErrors.push(err86), errors++;
          }
          if (typeof data33 == "number" && isFinite(data33) && (data33 < 0 || isNaN(data33))) {
            const err87 = { instancePath: instancePath + "/software/torch", schemaPath: "#/properties/software/properties/torch/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err87] : vErrors.length < 1e3 && vErrors.push(err87), errors++;
          }
          if (typeof data33 == "string") {
            if (func3(data33) > 64) {
              const err88 = { instancePath: instancePath + "/software/torch", schemaPath: "#/properties/software/properties/torch/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
              vErrors === null ? vErrors = [err88] : vErrors.length < 1e3 && vErrors.push(err88), errors++;
            }
            if (!pattern9.test(data33)) {
              const err89 = { instancePath: instancePath + "/software/torch", schemaPath: "#/properties/software/properties/torch/pattern", keyword: "pattern", params: { pattern: "^[0-9][A-Za-z0-9.+_-]*$" }, message: 'must match pattern "^[0-9][A-Za-z0-9.+_-]*$"' };
              vErrors === null ? vErrors = [err89] : vErrors.length < 1e3 && vErrors.push(err89), errors++;
            }
          }
        }
        if (data30.lightning !== void 0) {
          let data34 = data30.lightning;
          if (typeof data34 != "string" && !(typeof data34 == "number" && isFinite(data34))) {
            const err90 = { instancePath: instancePath + "/software/lightning", schemaPath: "#/properties/software/properties/lightning/type", keyword: "type", params: { type: schema16.properties.software.properties.lightning.type }, message: "must be string,number" };
            vErrors === null ? vErrors = [err90] : vErrors.length < 1e3 && vErrors.push(err90), errors++;
          }
          if (typeof data34 == "number" && isFinite(data34) && (data34 < 0 || isNaN(data34))) {
            const err91 = { instancePath: instancePath + "/software/lightning", schemaPath: "#/properties/software/properties/lightning/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err91] : vErrors.length < 1e3 && vErrors.push(err91), errors++;
          }
          if (typeof data34 == "string") {
            if (func3(data34) > 64) {
              const err92 = { instancePath: instancePath + "/software/lightning", schemaPath: "#/properties/software/properties/lightning/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
              vErrors === null ? vErrors = [err92] : vErrors.length < 1e3 && vErrors.push(err92), errors++;
            }
            if (!pattern9.test(data34)) {
              const err93 = { instancePath: instancePath + "/software/lightning", schemaPath: "#/properties/software/properties/lightning/pattern", keyword: "pattern", params: { pattern: "^[0-9][A-Za-z0-9.+_-]*$" }, message: 'must match pattern "^[0-9][A-Za-z0-9.+_-]*$"' };
              vErrors === null ? vErrors = [err93] : vErrors.length < 1e3 && vErrors.push(err93), errors++;
            }
          }
        }
        if (data30.vllm !== void 0) {
          let data35 = data30.vllm;
          if (typeof data35 != "string" && !(typeof data35 == "number" && isFinite(data35))) {
            const err94 = { instancePath: instancePath + "/software/vllm", schemaPath: "#/properties/software/properties/vllm/type", keyword: "type", params: { type: schema16.properties.software.properties.vllm.type }, message: "must be string,number" };
            vErrors === null ? vErrors = [err94] : vErrors.length < 1e3 && vErrors.push(err94), errors++;
          }
          if (typeof data35 == "number" && isFinite(data35) && (data35 < 0 || isNaN(data35))) {
            const err95 = { instancePath: instancePath + "/software/vllm", schemaPath: "#/properties/software/properties/vllm/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err95] : vErrors.length < 1e3 && vErrors.push(err95), errors++;
          }
          if (typeof data35 == "string") {
            if (func3(data35) > 64) {
              const err96 = { instancePath: instancePath + "/software/vllm", schemaPath: "#/properties/software/properties/vllm/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
              vErrors === null ? vErrors = [err96] : vErrors.length < 1e3 && vErrors.push(err96), errors++;
            }
            if (!pattern9.test(data35)) {
              const err97 = { instancePath: instancePath + "/software/vllm", schemaPath: "#/properties/software/properties/vllm/pattern", keyword: "pattern", params: { pattern: "^[0-9][A-Za-z0-9.+_-]*$" }, message: 'must match pattern "^[0-9][A-Za-z0-9.+_-]*$"' };
              vErrors === null ? vErrors = [err97] : vErrors.length < 1e3 && vErrors.push(err97), errors++;
            }
          }
        }
      } else {
        const err98 = { instancePath: instancePath + "/software", schemaPath: "#/properties/software/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err98] : vErrors.length < 1e3 && vErrors.push(err98), errors++;
      }
    }
    if (data.memory !== void 0) {
      let data36 = data.memory;
      if (!(data36 === "near" || data36 === "any")) {
        const err99 = { instancePath: instancePath + "/memory", schemaPath: "#/properties/memory/enum", keyword: "enum", params: { allowedValues: schema16.properties.memory.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err99] : vErrors.length < 1e3 && vErrors.push(err99), errors++;
      }
    }
    if (data.grace !== void 0) {
      let data37 = data.grace;
      if (typeof data37 != "string" && !(typeof data37 == "number" && !(data37 % 1) && !isNaN(data37) && isFinite(data37))) {
        const err100 = { instancePath: instancePath + "/grace", schemaPath: "#/properties/grace/type", keyword: "type", params: { type: schema16.properties.grace.type }, message: "must be string,integer" };
        vErrors === null ? vErrors = [err100] : vErrors.length < 1e3 && vErrors.push(err100), errors++;
      }
      if (typeof data37 == "number" && isFinite(data37)) {
        if (data37 > 86400 || isNaN(data37)) {
          const err101 = { instancePath: instancePath + "/grace", schemaPath: "#/properties/grace/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 }, message: "must be <= 86400" };
          vErrors === null ? vErrors = [err101] : vErrors.length < 1e3 && vErrors.push(err101), errors++;
        }
        if (data37 < 0 || isNaN(data37)) {
          const err102 = { instancePath: instancePath + "/grace", schemaPath: "#/properties/grace/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err102] : vErrors.length < 1e3 && vErrors.push(err102), errors++;
        }
      }
    }
  } else {
    const err103 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err103] : vErrors.length < 1e3 && vErrors.push(err103), errors++;
  }
  return validate13.errors = vErrors, errors === 0;
}
const schema21 = { type: "object", additionalProperties: !1, properties: { partition: { type: "string", pattern: "^[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*$", maxLength: 1024 }, account: { type: "string", pattern: "^[A-Za-z0-9_.@-]+$", maxLength: 256 }, qos: { type: "string", pattern: "^[A-Za-z0-9_.@-]+$", maxLength: 256 }, time: { type: ["string", "integer"], minimum: 1, maxLength: 64 }, constraint: { type: "string", minLength: 1, maxLength: 1024, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, mem: { type: ["string", "integer"], minimum: 0, pattern: "^(none|[0-9]+[KMGTkmgt]?)$", maxLength: 64, maximum: 1073741824 }, jobName: { type: "string", minLength: 1, maxLength: 256, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, mail: { type: "object", additionalProperties: !1, required: ["user"], properties: { user: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.+@-]*$", maxLength: 256 }, type: { type: "array", minItems: 1, maxItems: 100, items: { enum: ["NONE", "BEGIN", "END", "FAIL", "REQUEUE", "ALL", "INVALID_DEPEND", "STAGE_OUT", "TIME_LIMIT", "TIME_LIMIT_90", "TIME_LIMIT_80", "TIME_LIMIT_50", "ARRAY_TASKS"] } } } }, dependency: { type: "string", pattern: "^[A-Za-z0-9_:,?+-]+$", maxLength: 1024 }, array: { type: "string", maxLength: 64 }, signal: { type: "object", additionalProperties: !1, required: ["name", "before"], properties: { name: { enum: ["USR1", "USR2", "TERM", "INT", "HUP"] }, before: { type: ["string", "integer"], minimum: 0, maximum: 65535 } } }, restarts: { type: "integer", minimum: 0, maximum: 1e3 }, requeues: { type: "integer", minimum: 0, maximum: 1e3 }, allocation: { enum: ["whole", "shared"] }, exclusive: { type: "boolean" }, gpuRequest: { enum: ["per-node", "gres", "total", "none"] }, taskEnv: { enum: ["plan", "keep"] }, cpusPerTask: { type: "integer", minimum: 1, maximum: 65536 }, directives: { type: "object", propertyNames: { maxLength: 64 }, additionalProperties: { type: ["string", "number", "boolean"], maxLength: 4096 } }, setup: { $ref: "#/definitions/shellLines" }, container: { type: "object", additionalProperties: !1, required: ["image", "runtime"], properties: { image: { type: "string", minLength: 1, maxLength: 4096, pattern: "^[^-\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, runtime: { enum: ["pyxis", "apptainer"] }, mounts: { type: "array", maxItems: 1e3, items: { type: "string", maxLength: 4096, pattern: "^/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:(ro|rw))?)?$" } }, workdir: { type: "string", maxLength: 4096, pattern: "^/[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" } } }, healthCheck: { type: "array", minItems: 1, maxItems: 1e4, items: { type: ["string", "number", "boolean"], maxLength: 65536 } }, combinedLog: { type: "boolean" }, srun: { type: "array", maxItems: 1e3, items: { type: "string", minLength: 1, maxLength: 4096, pattern: "^--[a-z][a-z0-9_-]+(=[\\s\\S]*)?$" } } } }, pattern14 = new RegExp("^[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*$", "u"), pattern15 = new RegExp("^[A-Za-z0-9_.@-]+$", "u"), pattern18 = new RegExp("^(none|[0-9]+[KMGTkmgt]?)$", "u"), pattern20 = new RegExp("^[A-Za-z0-9][A-Za-z0-9_.+@-]*$", "u"), pattern21 = new RegExp("^[A-Za-z0-9_:,?+-]+$", "u"), pattern22 = new RegExp("^[^-\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", "u"), pattern23 = new RegExp("^/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:(ro|rw))?)?$", "u"), pattern24 = new RegExp("^/[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", "u"), pattern25 = new RegExp("^--[a-z][a-z0-9_-]+(=[\\s\\S]*)?$", "u");
function validate15(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    for (const key0 in data)
      if (!func2.call(schema21.properties, key0)) {
        const err0 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
      }
    if (data.partition !== void 0) {
      let data0 = data.partition;
      if (typeof data0 == "string") {
        if (func3(data0) > 1024) {
          const err1 = { instancePath: instancePath + "/partition", schemaPath: "#/properties/partition/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" };
          vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
        }
        if (!pattern14.test(data0)) {
          const err2 = { instancePath: instancePath + "/partition", schemaPath: "#/properties/partition/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*$" }, message: 'must match pattern "^[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*$"' };
          vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/partition", schemaPath: "#/properties/partition/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
      }
    }
    if (data.account !== void 0) {
      let data1 = data.account;
      if (typeof data1 == "string") {
        if (func3(data1) > 256) {
          const err4 = { instancePath: instancePath + "/account", schemaPath: "#/properties/account/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
          vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
        }
        if (!pattern15.test(data1)) {
          const err5 = { instancePath: instancePath + "/account", schemaPath: "#/properties/account/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_.@-]+$" }, message: 'must match pattern "^[A-Za-z0-9_.@-]+$"' };
          vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/account", schemaPath: "#/properties/account/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
      }
    }
    if (data.qos !== void 0) {
      let data2 = data.qos;
      if (typeof data2 == "string") {
        if (func3(data2) > 256) {
          const err7 = { instancePath: instancePath + "/qos", schemaPath: "#/properties/qos/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
          vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
        }
        if (!pattern15.test(data2)) {
          const err8 = { instancePath: instancePath + "/qos", schemaPath: "#/properties/qos/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_.@-]+$" }, message: 'must match pattern "^[A-Za-z0-9_.@-]+$"' };
          vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/qos", schemaPath: "#/properties/qos/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
      }
    }
    if (data.time !== void 0) {
      let data3 = data.time;
      if (typeof data3 != "string" && !(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3))) {
        const err10 = { instancePath: instancePath + "/time", schemaPath: "#/properties/time/type", keyword: "type", params: { type: schema21.properties.time.type }, message: "must be string,integer" };
        vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
      }
      if (typeof data3 == "number" && isFinite(data3) && (data3 < 1 || isNaN(data3))) {
        const err11 = { instancePath: instancePath + "/time", schemaPath: "#/properties/time/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
        vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
      }
      if (typeof data3 == "string" && func3(data3) > 64) {
        const err12 = { instancePath: instancePath + "/time", schemaPath: "#/properties/time/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
        vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
      }
    }
    if (data.constraint !== void 0) {
      let data4 = data.constraint;
      if (typeof data4 == "string") {
        if (func3(data4) > 1024) {
          const err13 = { instancePath: instancePath + "/constraint", schemaPath: "#/properties/constraint/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" };
          vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
        }
        if (func3(data4) < 1) {
          const err14 = { instancePath: instancePath + "/constraint", schemaPath: "#/properties/constraint/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
        }
        if (!pattern6.test(data4)) {
          const err15 = { instancePath: instancePath + "/constraint", schemaPath: "#/properties/constraint/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
          vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
        }
      } else {
        const err16 = { instancePath: instancePath + "/constraint", schemaPath: "#/properties/constraint/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
      }
    }
    if (data.mem !== void 0) {
      let data5 = data.mem;
      if (typeof data5 != "string" && !(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5) && isFinite(data5))) {
        const err17 = { instancePath: instancePath + "/mem", schemaPath: "#/properties/mem/type", keyword: "type", params: { type: schema21.properties.mem.type }, message: "must be string,integer" };
        vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
      }
      if (typeof data5 == "number" && isFinite(data5)) {
        if (data5 > 1073741824 || isNaN(data5)) {
          const err18 = { instancePath: instancePath + "/mem", schemaPath: "#/properties/mem/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1073741824 }, message: "must be <= 1073741824" };
          vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
        }
        if (data5 < 0 || isNaN(data5)) {
          const err19 = { instancePath: instancePath + "/mem", schemaPath: "#/properties/mem/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
        }
      }
      if (typeof data5 == "string") {
        if (func3(data5) > 64) {
          const err20 = { instancePath: instancePath + "/mem", schemaPath: "#/properties/mem/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
          vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
        }
        if (!pattern18.test(data5)) {
          const err21 = { instancePath: instancePath + "/mem", schemaPath: "#/properties/mem/pattern", keyword: "pattern", params: { pattern: "^(none|[0-9]+[KMGTkmgt]?)$" }, message: 'must match pattern "^(none|[0-9]+[KMGTkmgt]?)$"' };
          vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
        }
      }
    }
    if (data.jobName !== void 0) {
      let data6 = data.jobName;
      if (typeof data6 == "string") {
        if (func3(data6) > 256) {
          const err22 = { instancePath: instancePath + "/jobName", schemaPath: "#/properties/jobName/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
          vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
        }
        if (func3(data6) < 1) {
          const err23 = { instancePath: instancePath + "/jobName", schemaPath: "#/properties/jobName/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
          vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
        }
        if (!pattern6.test(data6)) {
          const err24 = { instancePath: instancePath + "/jobName", schemaPath: "#/properties/jobName/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
          vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
        }
      } else {
        const err25 = { instancePath: instancePath + "/jobName", schemaPath: "#/properties/jobName/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
      }
    }
    if (data.mail !== void 0) {
      let data7 = data.mail;
      if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
        if (data7.user === void 0) {
          const err26 = { instancePath: instancePath + "/mail", schemaPath: "#/properties/mail/required", keyword: "required", params: { missingProperty: "user" }, message: "must have required property 'user'" };
          vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
        }
        for (const key1 in data7)
          if (!(key1 === "user" || key1 === "type")) {
            const err27 = { instancePath: instancePath + "/mail", schemaPath: "#/properties/mail/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
          }
        if (data7.user !== void 0) {
          let data8 = data7.user;
          if (typeof data8 == "string") {
            if (func3(data8) > 256) {
              const err28 = { instancePath: instancePath + "/mail/user", schemaPath: "#/properties/mail/properties/user/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
              vErrors === null ? vErrors = [err28] : vErrors.length < 1e3 && vErrors.push(err28), errors++;
            }
            if (!pattern20.test(data8)) {
              const err29 = { instancePath: instancePath + "/mail/user", schemaPath: "#/properties/mail/properties/user/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9_.+@-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9_.+@-]*$"' };
              vErrors === null ? vErrors = [err29] : vErrors.length < 1e3 && vErrors.push(err29), errors++;
            }
          } else {
            const err30 = { instancePath: instancePath + "/mail/user", schemaPath: "#/properties/mail/properties/user/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err30] : vErrors.length < 1e3 && vErrors.push(err30), errors++;
          }
        }
        if (data7.type !== void 0) {
          let data9 = data7.type;
          if (Array.isArray(data9)) {
            if (data9.length > 100) {
              const err31 = { instancePath: instancePath + "/mail/type", schemaPath: "#/properties/mail/properties/type/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" };
              vErrors === null ? vErrors = [err31] : vErrors.length < 1e3 && vErrors.push(err31), errors++;
            }
            if (data9.length < 1) {
              const err32 = { instancePath: instancePath + "/mail/type", schemaPath: "#/properties/mail/properties/type/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              vErrors === null ? vErrors = [err32] : vErrors.length < 1e3 && vErrors.push(err32), errors++;
            }
            const len0 = data9.length;
            for (let i0 = 0; i0 < len0; i0++) {
              let data10 = data9[i0];
              if (!(data10 === "NONE" || data10 === "BEGIN" || data10 === "END" || data10 === "FAIL" || data10 === "REQUEUE" || data10 === "ALL" || data10 === "INVALID_DEPEND" || data10 === "STAGE_OUT" || data10 === "TIME_LIMIT" || data10 === "TIME_LIMIT_90" || data10 === "TIME_LIMIT_80" || data10 === "TIME_LIMIT_50" || data10 === "ARRAY_TASKS")) {
                const err33 = { instancePath: instancePath + "/mail/type/" + i0, schemaPath: "#/properties/mail/properties/type/items/enum", keyword: "enum", params: { allowedValues: schema21.properties.mail.properties.type.items.enum }, message: "must be equal to one of the allowed values" };
                vErrors === null ? vErrors = [err33] : vErrors.length < 1e3 && vErrors.push(err33), errors++;
              }
            }
          } else {
            const err34 = { instancePath: instancePath + "/mail/type", schemaPath: "#/properties/mail/properties/type/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            vErrors === null ? vErrors = [err34] : vErrors.length < 1e3 && vErrors.push(err34), errors++;
          }
        }
      } else {
        const err35 = { instancePath: instancePath + "/mail", schemaPath: "#/properties/mail/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err35] : vErrors.length < 1e3 && vErrors.push(err35), errors++;
      }
    }
    if (data.dependency !== void 0) {
      let data11 = data.dependency;
      if (typeof data11 == "string") {
        if (func3(data11) > 1024) {
          const err36 = { instancePath: instancePath + "/dependency", schemaPath: "#/properties/dependency/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" };
          vErrors === null ? vErrors = [err36] : vErrors.length < 1e3 && vErrors.push(err36), errors++;
        }
        if (!pattern21.test(data11)) {
          const err37 = { instancePath: instancePath + "/dependency", schemaPath: "#/properties/dependency/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_:,?+-]+$" }, message: 'must match pattern "^[A-Za-z0-9_:,?+-]+$"' };
          vErrors === null ? vErrors = [err37] : vErrors.length < 1e3 && vErrors.push(err37), errors++;
        }
      } else {
        const err38 = { instancePath: instancePath + "/dependency", schemaPath: "#/properties/dependency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err38] : vErrors.length < 1e3 && vErrors.push(err38), errors++;
      }
    }
    if (data.array !== void 0) {
      let data12 = data.array;
      if (typeof data12 == "string") {
        if (func3(data12) > 64) {
          const err39 = { instancePath: instancePath + "/array", schemaPath: "#/properties/array/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
          vErrors === null ? vErrors = [err39] : vErrors.length < 1e3 && vErrors.push(err39), errors++;
        }
      } else {
        const err40 = { instancePath: instancePath + "/array", schemaPath: "#/properties/array/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err40] : vErrors.length < 1e3 && vErrors.push(err40), errors++;
      }
    }
    if (data.signal !== void 0) {
      let data13 = data.signal;
      if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
        if (data13.name === void 0) {
          const err41 = { instancePath: instancePath + "/signal", schemaPath: "#/properties/signal/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
          vErrors === null ? vErrors = [err41] : vErrors.length < 1e3 && vErrors.push(err41), errors++;
        }
        if (data13.before === void 0) {
          const err42 = { instancePath: instancePath + "/signal", schemaPath: "#/properties/signal/required", keyword: "required", params: { missingProperty: "before" }, message: "must have required property 'before'" };
          vErrors === null ? vErrors = [err42] : vErrors.length < 1e3 && vErrors.push(err42), errors++;
        }
        for (const key2 in data13)
          if (!(key2 === "name" || key2 === "before")) {
            const err43 = { instancePath: instancePath + "/signal", schemaPath: "#/properties/signal/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err43] : vErrors.length < 1e3 && vErrors.push(err43), errors++;
          }
        if (data13.name !== void 0) {
          let data14 = data13.name;
          if (!(data14 === "USR1" || data14 === "USR2" || data14 === "TERM" || data14 === "INT" || data14 === "HUP")) {
            const err44 = { instancePath: instancePath + "/signal/name", schemaPath: "#/properties/signal/properties/name/enum", keyword: "enum", params: { allowedValues: schema21.properties.signal.properties.name.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err44] : vErrors.length < 1e3 && vErrors.push(err44), errors++;
          }
        }
        if (data13.before !== void 0) {
          let data15 = data13.before;
          if (typeof data15 != "string" && !(typeof data15 == "number" && !(data15 % 1) && !isNaN(data15) && isFinite(data15))) {
            const err45 = { instancePath: instancePath + "/signal/before", schemaPath: "#/properties/signal/properties/before/type", keyword: "type", params: { type: schema21.properties.signal.properties.before.type }, message: "must be string,integer" };
            vErrors === null ? vErrors = [err45] : vErrors.length < 1e3 && vErrors.push(err45), errors++;
          }
          if (typeof data15 == "number" && isFinite(data15)) {
            if (data15 > 65535 || isNaN(data15)) {
              const err46 = { instancePath: instancePath + "/signal/before", schemaPath: "#/properties/signal/properties/before/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
              vErrors === null ? vErrors = [err46] : vErrors.length < 1e3 && vErrors.push(err46), errors++;
            }
            if (data15 < 0 || isNaN(data15)) {
              const err47 = { instancePath: instancePath + "/signal/before", schemaPath: "#/properties/signal/properties/before/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err47] : vErrors.length < 1e3 && vErrors.push(err47), errors++;
            }
          }
        }
      } else {
        const err48 = { instancePath: instancePath + "/signal", schemaPath: "#/properties/signal/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err48] : vErrors.length < 1e3 && vErrors.push(err48), errors++;
      }
    }
    if (data.restarts !== void 0) {
      let data16 = data.restarts;
      if (!(typeof data16 == "number" && !(data16 % 1) && !isNaN(data16) && isFinite(data16))) {
        const err49 = { instancePath: instancePath + "/restarts", schemaPath: "#/properties/restarts/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err49] : vErrors.length < 1e3 && vErrors.push(err49), errors++;
      }
      if (typeof data16 == "number" && isFinite(data16)) {
        if (data16 > 1e3 || isNaN(data16)) {
          const err50 = { instancePath: instancePath + "/restarts", schemaPath: "#/properties/restarts/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          vErrors === null ? vErrors = [err50] : vErrors.length < 1e3 && vErrors.push(err50), errors++;
        }
        if (data16 < 0 || isNaN(data16)) {
          const err51 = { instancePath: instancePath + "/restarts", schemaPath: "#/properties/restarts/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err51] : vErrors.length < 1e3 && vErrors.push(err51), errors++;
        }
      }
    }
    if (data.requeues !== void 0) {
      let data17 = data.requeues;
      if (!(typeof data17 == "number" && !(data17 % 1) && !isNaN(data17) && isFinite(data17))) {
        const err52 = { instancePath: instancePath + "/requeues", schemaPath: "#/properties/requeues/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err52] : vErrors.length < 1e3 && vErrors.push(err52), errors++;
      }
      if (typeof data17 == "number" && isFinite(data17)) {
        if (data17 > 1e3 || isNaN(data17)) {
          const err53 = { instancePath: instancePath + "/requeues", schemaPath: "#/properties/requeues/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
          vErrors === null ? vErrors = [err53] : vErrors.length < 1e3 && vErrors.push(err53), errors++;
        }
        if (data17 < 0 || isNaN(data17)) {
          const err54 = { instancePath: instancePath + "/requeues", schemaPath: "#/properties/requeues/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err54] : vErrors.length < 1e3 && vErrors.push(err54), errors++;
        }
      }
    }
    if (data.allocation !== void 0) {
      let data18 = data.allocation;
      if (!(data18 === "whole" || data18 === "shared")) {
        const err55 = { instancePath: instancePath + "/allocation", schemaPath: "#/properties/allocation/enum", keyword: "enum", params: { allowedValues: schema21.properties.allocation.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err55] : vErrors.length < 1e3 && vErrors.push(err55), errors++;
      }
    }
    if (data.exclusive !== void 0 && typeof data.exclusive != "boolean") {
      const err56 = { instancePath: instancePath + "/exclusive", schemaPath: "#/properties/exclusive/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      vErrors === null ? vErrors = [err56] : vErrors.length < 1e3 && vErrors.push(err56), errors++;
    }
    if (data.gpuRequest !== void 0) {
      let data20 = data.gpuRequest;
      if (!(data20 === "per-node" || data20 === "gres" || data20 === "total" || data20 === "none")) {
        const err57 = { instancePath: instancePath + "/gpuRequest", schemaPath: "#/properties/gpuRequest/enum", keyword: "enum", params: { allowedValues: schema21.properties.gpuRequest.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err57] : vErrors.length < 1e3 && vErrors.push(err57), errors++;
      }
    }
    if (data.taskEnv !== void 0) {
      let data21 = data.taskEnv;
      if (!(data21 === "plan" || data21 === "keep")) {
        const err58 = { instancePath: instancePath + "/taskEnv", schemaPath: "#/properties/taskEnv/enum", keyword: "enum", params: { allowedValues: schema21.properties.taskEnv.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err58] : vErrors.length < 1e3 && vErrors.push(err58), errors++;
      }
    }
    if (data.cpusPerTask !== void 0) {
      let data22 = data.cpusPerTask;
      if (!(typeof data22 == "number" && !(data22 % 1) && !isNaN(data22) && isFinite(data22))) {
        const err59 = { instancePath: instancePath + "/cpusPerTask", schemaPath: "#/properties/cpusPerTask/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err59] : vErrors.length < 1e3 && vErrors.push(err59), errors++;
      }
      if (typeof data22 == "number" && isFinite(data22)) {
        if (data22 > 65536 || isNaN(data22)) {
          const err60 = { instancePath: instancePath + "/cpusPerTask", schemaPath: "#/properties/cpusPerTask/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65536 }, message: "must be <= 65536" };
          vErrors === null ? vErrors = [err60] : vErrors.length < 1e3 && vErrors.push(err60), errors++;
        }
        if (data22 < 1 || isNaN(data22)) {
          const err61 = { instancePath: instancePath + "/cpusPerTask", schemaPath: "#/properties/cpusPerTask/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          vErrors === null ? vErrors = [err61] : vErrors.length < 1e3 && vErrors.push(err61), errors++;
        }
      }
    }
    if (data.directives !== void 0) {
      let data23 = data.directives;
      if (data23 && typeof data23 == "object" && !Array.isArray(data23)) {
        for (const key3 in data23) {
          const _errs47 = errors;
          if (typeof key3 == "string" && func3(key3) > 64) {
            const err62 = { instancePath: instancePath + "/directives", schemaPath: "#/properties/directives/propertyNames/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters", propertyName: key3 };
            vErrors === null ? vErrors = [err62] : vErrors.length < 1e3 && vErrors.push(err62), errors++;
          }
          var valid5 = _errs47 === errors;
          if (!valid5) {
            const err63 = { instancePath: instancePath + "/directives", schemaPath: "#/properties/directives/propertyNames", keyword: "propertyNames", params: { propertyName: key3 }, message: "property name must be valid" };
            vErrors === null ? vErrors = [err63] : vErrors.length < 1e3 && vErrors.push(err63), errors++;
          }
        }
        for (const key4 in data23) {
          let data24 = data23[key4];
          if (typeof data24 != "string" && !(typeof data24 == "number" && isFinite(data24)) && typeof data24 != "boolean") {
            const err64 = { instancePath: instancePath + "/directives/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/directives/additionalProperties/type", keyword: "type", params: { type: schema21.properties.directives.additionalProperties.type }, message: "must be string,number,boolean" };
            vErrors === null ? vErrors = [err64] : vErrors.length < 1e3 && vErrors.push(err64), errors++;
          }
          if (typeof data24 == "string" && func3(data24) > 4096) {
            const err65 = { instancePath: instancePath + "/directives/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/directives/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
            vErrors === null ? vErrors = [err65] : vErrors.length < 1e3 && vErrors.push(err65), errors++;
          }
        }
      } else {
        const err66 = { instancePath: instancePath + "/directives", schemaPath: "#/properties/directives/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err66] : vErrors.length < 1e3 && vErrors.push(err66), errors++;
      }
    }
    if (data.setup !== void 0) {
      let data25 = data.setup;
      if (Array.isArray(data25)) {
        if (data25.length > 1e3) {
          const err67 = { instancePath: instancePath + "/setup", schemaPath: "#/definitions/shellLines/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
          vErrors === null ? vErrors = [err67] : vErrors.length < 1e3 && vErrors.push(err67), errors++;
        }
        const len1 = data25.length;
        for (let i1 = 0; i1 < len1; i1++) {
          let data26 = data25[i1];
          if (typeof data26 == "string") {
            if (func3(data26) > 65536) {
              const err68 = { instancePath: instancePath + "/setup/" + i1, schemaPath: "#/definitions/shellLines/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
              vErrors === null ? vErrors = [err68] : vErrors.length < 1e3 && vErrors.push(err68), errors++;
            }
          } else {
            const err69 = { instancePath: instancePath + "/setup/" + i1, schemaPath: "#/definitions/shellLines/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err69] : vErrors.length < 1e3 && vErrors.push(err69), errors++;
          }
        }
      } else {
        const err70 = { instancePath: instancePath + "/setup", schemaPath: "#/definitions/shellLines/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err70] : vErrors.length < 1e3 && vErrors.push(err70), errors++;
      }
    }
    if (data.container !== void 0) {
      let data27 = data.container;
      if (data27 && typeof data27 == "object" && !Array.isArray(data27)) {
        if (data27.image === void 0) {
          const err71 = { instancePath: instancePath + "/container", schemaPath: "#/properties/container/required", keyword: "required", params: { missingProperty: "image" }, message: "must have required property 'image'" };
          vErrors === null ? vErrors = [err71] : vErrors.length < 1e3 && vErrors.push(err71), errors++;
        }
        if (data27.runtime === void 0) {
          const err72 = { instancePath: instancePath + "/container", schemaPath: "#/properties/container/required", keyword: "required", params: { missingProperty: "runtime" }, message: "must have required property 'runtime'" };
          vErrors === null ? vErrors = [err72] : vErrors.length < 1e3 && vErrors.push(err72), errors++;
        }
        for (const key5 in data27)
          if (!(key5 === "image" || key5 === "runtime" || key5 === "mounts" || key5 === "workdir")) {
            const err73 = { instancePath: instancePath + "/container", schemaPath: "#/properties/container/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key5 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err73] : vErrors.length < 1e3 && vErrors.push(err73), errors++;
          }
        if (data27.image !== void 0) {
          let data28 = data27.image;
          if (typeof data28 == "string") {
            if (func3(data28) > 4096) {
              const err74 = { instancePath: instancePath + "/container/image", schemaPath: "#/properties/container/properties/image/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
              vErrors === null ? vErrors = [err74] : vErrors.length < 1e3 && vErrors.push(err74), errors++;
            }
            if (func3(data28) < 1) {
              const err75 = { instancePath: instancePath + "/container/image", schemaPath: "#/properties/container/properties/image/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              vErrors === null ? vErrors = [err75] : vErrors.length < 1e3 && vErrors.push(err75), errors++;
            }
            if (!pattern22.test(data28)) {
              const err76 = { instancePath: instancePath + "/container/image", schemaPath: "#/properties/container/properties/image/pattern", keyword: "pattern", params: { pattern: "^[^-\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^-\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
              vErrors === null ? vErrors = [err76] : vErrors.length < 1e3 && vErrors.push(err76), errors++;
            }
          } else {
            const err77 = { instancePath: instancePath + "/container/image", schemaPath: "#/properties/container/properties/image/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err77] : vErrors.length < 1e3 && vErrors.push(err77), errors++;
          }
        }
        if (data27.runtime !== void 0) {
          let data29 = data27.runtime;
          if (!(data29 === "pyxis" || data29 === "apptainer")) {
            const err78 = { instancePath: instancePath + "/container/runtime", schemaPath: "#/properties/container/properties/runtime/enum", keyword: "enum", params: { allowedValues: schema21.properties.container.properties.runtime.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err78] : vErrors.length < 1e3 && vErrors.push(err78), errors++;
          }
        }
        if (data27.mounts !== void 0) {
          let data30 = data27.mounts;
          if (Array.isArray(data30)) {
            if (data30.length > 1e3) {
              const err79 = { instancePath: instancePath + "/container/mounts", schemaPath: "#/properties/container/properties/mounts/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
              vErrors === null ? vErrors = [err79] : vErrors.length < 1e3 && vErrors.push(err79), errors++;
            }
            const len2 = data30.length;
            for (let i2 = 0; i2 < len2; i2++) {
              let data31 = data30[i2];
              if (typeof data31 == "string") {
                if (func3(data31) > 4096) {
                  const err80 = { instancePath: instancePath + "/container/mounts/" + i2, schemaPath: "#/properties/container/properties/mounts/items/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
                  vErrors === null ? vErrors = [err80] : vErrors.length < 1e3 && vErrors.push(err80), errors++;
                }
                if (!pattern23.test(data31)) {
                  const err81 = { instancePath: instancePath + "/container/mounts/" + i2, schemaPath: "#/properties/container/properties/mounts/items/pattern", keyword: "pattern", params: { pattern: "^/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:(ro|rw))?)?$" }, message: 'must match pattern "^/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:(ro|rw))?)?$"' };
                  vErrors === null ? vErrors = [err81] : vErrors.length < 1e3 && vErrors.push(err81), errors++;
                }
              } else {
                const err82 = { instancePath: instancePath + "/container/mounts/" + i2, schemaPath: "#/properties/container/properties/mounts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err82] : vErrors.length < 1e3 && vErrors.push(err82), errors++;
              }
            }
          } else {
            const err83 = { instancePath: instancePath + "/container/mounts", schemaPath: "#/properties/container/properties/mounts/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            vErrors === null ? vErrors = [err83] : vErrors.length < 1e3 && vErrors.push(err83), errors++;
          }
        }
        if (data27.workdir !== void 0) {
          let data32 = data27.workdir;
          if (typeof data32 == "string") {
            if (func3(data32) > 4096) {
              const err84 = { instancePath: instancePath + "/container/workdir", schemaPath: "#/properties/container/properties/workdir/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
              vErrors === null ? vErrors = [err84] : vErrors.length < 1e3 && vErrors.push(err84), errors++;
            }
            if (!pattern24.test(data32)) {
              const err85 = { instancePath: instancePath + "/container/workdir", schemaPath: "#/properties/container/properties/workdir/pattern", keyword: "pattern", params: { pattern: "^/[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^/[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
              vErrors === null ? vErrors = [err85] : vErrors.length < 1e3 && vErrors.push(err85), errors++;
            }
          } else {
            const err86 = { instancePath: instancePath + "/container/workdir", schemaPath: "#/properties/container/properties/workdir/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err86] : vErrors.length < 1e3 && vErrors.push(err86), errors++;
          }
        }
      } else {
        const err87 = { instancePath: instancePath + "/container", schemaPath: "#/properties/container/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err87] : vErrors.length < 1e3 && vErrors.push(err87), errors++;
      }
    }
    if (data.healthCheck !== void 0) {
      let data33 = data.healthCheck;
      if (Array.isArray(data33)) {
        if (data33.length > 1e4) {
          const err88 = { instancePath: instancePath + "/healthCheck", schemaPath: "#/properties/healthCheck/maxItems", keyword: "maxItems", params: { limit: 1e4 }, message: "must NOT have more than 10000 items" };
          vErrors === null ? vErrors = [err88] : vErrors.length < 1e3 && vErrors.push(err88), errors++;
        }
        if (data33.length < 1) {
          const err89 = { instancePath: instancePath + "/healthCheck", schemaPath: "#/properties/healthCheck/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          vErrors === null ? vErrors = [err89] : vErrors.length < 1e3 && vErrors.push(err89), errors++;
        }
        const len3 = data33.length;
        for (let i3 = 0; i3 < len3; i3++) {
          let data34 = data33[i3];
          if (typeof data34 != "string" && !(typeof data34 == "number" && isFinite(data34)) && typeof data34 != "boolean") {
            const err90 = { instancePath: instancePath + "/healthCheck/" + i3, schemaPath: "#/properties/healthCheck/items/type", keyword: "type", params: { type: schema21.properties.healthCheck.items.type }, message: "must be string,number,boolean" };
            vErrors === null ? vErrors = [err90] : vErrors.length < 1e3 && vErrors.push(err90), errors++;
          }
          if (typeof data34 == "string" && func3(data34) > 65536) {
            const err91 = { instancePath: instancePath + "/healthCheck/" + i3, schemaPath: "#/properties/healthCheck/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
            vErrors === null ? vErrors = [err91] : vErrors.length < 1e3 && vErrors.push(err91), errors++;
          }
        }
      } else {
        const err92 = { instancePath: instancePath + "/healthCheck", schemaPath: "#/properties/healthCheck/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err92] : vErrors.length < 1e3 && vErrors.push(err92), errors++;
      }
    }
    if (data.combinedLog !== void 0 && typeof data.combinedLog != "boolean") {
      const err93 = { instancePath: instancePath + "/combinedLog", schemaPath: "#/properties/combinedLog/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      vErrors === null ? vErrors = [err93] : vErrors.length < 1e3 && vErrors.push(err93), errors++;
    }
    if (data.srun !== void 0) {
      let data36 = data.srun;
      if (Array.isArray(data36)) {
        if (data36.length > 1e3) {
          const err94 = { instancePath: instancePath + "/srun", schemaPath: "#/properties/srun/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
          vErrors === null ? vErrors = [err94] : vErrors.length < 1e3 && vErrors.push(err94), errors++;
        }
        const len4 = data36.length;
        for (let i4 = 0; i4 < len4; i4++) {
          let data37 = data36[i4];
          if (typeof data37 == "string") {
            if (func3(data37) > 4096) {
              const err95 = { instancePath: instancePath + "/srun/" + i4, schemaPath: "#/properties/srun/items/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
              vErrors === null ? vErrors = [err95] : vErrors.length < 1e3 && vErrors.push(err95), errors++;
            }
            if (func3(data37) < 1) {
              const err96 = { instancePath: instancePath + "/srun/" + i4, schemaPath: "#/properties/srun/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              vErrors === null ? vErrors = [err96] : vErrors.length < 1e3 && vErrors.push(err96), errors++;
            }
            if (!pattern25.test(data37)) {
              const err97 = { instancePath: instancePath + "/srun/" + i4, schemaPath: "#/properties/srun/items/pattern", keyword: "pattern", params: { pattern: "^--[a-z][a-z0-9_-]+(=[\\s\\S]*)?$" }, message: 'must match pattern "^--[a-z][a-z0-9_-]+(=[\\s\\S]*)?$"' };
              vErrors === null ? vErrors = [err97] : vErrors.length < 1e3 && vErrors.push(err97), errors++;
            }
          } else {
            const err98 = { instancePath: instancePath + "/srun/" + i4, schemaPath: "#/properties/srun/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err98] : vErrors.length < 1e3 && vErrors.push(err98), errors++;
          }
        }
      } else {
        const err99 = { instancePath: instancePath + "/srun", schemaPath: "#/properties/srun/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err99] : vErrors.length < 1e3 && vErrors.push(err99), errors++;
      }
    }
  } else {
    const err100 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err100] : vErrors.length < 1e3 && vErrors.push(err100), errors++;
  }
  return validate15.errors = vErrors, errors === 0;
}
function validate10(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.version === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "version" }, message: "must have required property 'version'" };
      vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
    }
    if (data.name === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
    }
    if (data.nodes === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "nodes" }, message: "must have required property 'nodes'" };
      vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
    }
    for (const key0 in data)
      if (!func2.call(schema11.properties, key0)) {
        const err3 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
      }
    if (data.version !== void 0 && data.version !== 1) {
      const err4 = { instancePath: instancePath + "/version", schemaPath: "#/properties/version/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" };
      vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
    }
    if (data.name !== void 0) {
      let data1 = data.name;
      if (typeof data1 == "string") {
        if (func3(data1) > 128) {
          const err5 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
          vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
        }
        if (!pattern0.test(data1)) {
          const err6 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._-]*$"' };
          vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
      }
    }
    if (data.models !== void 0) {
      let data2 = data.models;
      if (data2 && typeof data2 == "object" && !Array.isArray(data2))
        for (const key1 in data2) {
          const _errs7 = errors;
          if (typeof key1 == "string") {
            if (func3(key1) > 128) {
              const err8 = { instancePath: instancePath + "/models", schemaPath: "#/properties/models/propertyNames/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters", propertyName: key1 };
              vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
            }
            if (!pattern1.test(key1)) {
              const err9 = { instancePath: instancePath + "/models", schemaPath: "#/properties/models/propertyNames/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$"', propertyName: key1 };
              vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
            }
          }
          var valid1 = _errs7 === errors;
          if (!valid1) {
            const err10 = { instancePath: instancePath + "/models", schemaPath: "#/properties/models/propertyNames", keyword: "propertyNames", params: { propertyName: key1 }, message: "property name must be valid" };
            vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
          }
        }
      else {
        const err11 = { instancePath: instancePath + "/models", schemaPath: "#/properties/models/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
      }
    }
    if (data.nodes !== void 0) {
      let data3 = data.nodes;
      if (Array.isArray(data3)) {
        if (data3.length < 1) {
          const err12 = { instancePath: instancePath + "/nodes", schemaPath: "#/properties/nodes/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
        }
      } else {
        const err13 = { instancePath: instancePath + "/nodes", schemaPath: "#/properties/nodes/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
      }
    }
    if (data.mapping !== void 0) {
      let data4 = data.mapping;
      if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
        for (const key2 in data4)
          if (!func2.call(schema12.properties, key2)) {
            const err14 = { instancePath: instancePath + "/mapping", schemaPath: "#/definitions/mapping/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
          }
        if (data4.strategy !== void 0) {
          let data5 = data4.strategy;
          if (!(data5 === "sequential" || data5 === "explicit" || data5 === "performance-ranked")) {
            const err15 = { instancePath: instancePath + "/mapping/strategy", schemaPath: "#/definitions/mapping/properties/strategy/enum", keyword: "enum", params: { allowedValues: schema12.properties.strategy.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
          }
        }
        if (data4.by !== void 0) {
          let data6 = data4.by;
          if (typeof data6 == "string") {
            if (func3(data6) > 64) {
              const err16 = { instancePath: instancePath + "/mapping/by", schemaPath: "#/definitions/mapping/properties/by/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
              vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
            }
            if (!pattern2.test(data6)) {
              const err17 = { instancePath: instancePath + "/mapping/by", schemaPath: "#/definitions/mapping/properties/by/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z][A-Za-z0-9_.:-]*$" }, message: 'must match pattern "^[A-Za-z][A-Za-z0-9_.:-]*$"' };
              vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
            }
          } else {
            const err18 = { instancePath: instancePath + "/mapping/by", schemaPath: "#/definitions/mapping/properties/by/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
          }
        }
        if (data4.tolerance !== void 0) {
          let data7 = data4.tolerance;
          if (typeof data7 == "string") {
            if (!pattern3.test(data7)) {
              const err19 = { instancePath: instancePath + "/mapping/tolerance", schemaPath: "#/definitions/mapping/properties/tolerance/pattern", keyword: "pattern", params: { pattern: "^[0-9]{1,3}(\\.[0-9]{1,4})?%$" }, message: 'must match pattern "^[0-9]{1,3}(\\.[0-9]{1,4})?%$"' };
              vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
            }
          } else {
            const err20 = { instancePath: instancePath + "/mapping/tolerance", schemaPath: "#/definitions/mapping/properties/tolerance/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
          }
        }
        if (data4.order !== void 0) {
          let data8 = data4.order;
          if (!(data8 === "block" || data8 === "cyclic" || data8 === "score")) {
            const err21 = { instancePath: instancePath + "/mapping/order", schemaPath: "#/definitions/mapping/properties/order/enum", keyword: "enum", params: { allowedValues: schema12.properties.order.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
          }
        }
        if (data4.ranks !== void 0) {
          let data9 = data4.ranks;
          if (Array.isArray(data9)) {
            if (data9.length < 1) {
              const err22 = { instancePath: instancePath + "/mapping/ranks", schemaPath: "#/definitions/mapping/properties/ranks/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
            }
            const len0 = data9.length;
            for (let i0 = 0; i0 < len0; i0++) {
              let data10 = data9[i0];
              if (typeof data10 == "string") {
                if (func3(data10) > 512) {
                  const err23 = { instancePath: instancePath + "/mapping/ranks/" + i0, schemaPath: "#/definitions/mapping/properties/ranks/items/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" };
                  vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
                }
                if (func3(data10) < 1) {
                  const err24 = { instancePath: instancePath + "/mapping/ranks/" + i0, schemaPath: "#/definitions/mapping/properties/ranks/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                  vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
                }
              } else {
                const err25 = { instancePath: instancePath + "/mapping/ranks/" + i0, schemaPath: "#/definitions/mapping/properties/ranks/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
              }
            }
          } else {
            const err26 = { instancePath: instancePath + "/mapping/ranks", schemaPath: "#/definitions/mapping/properties/ranks/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
          }
        }
        if (data4.worldSize !== void 0) {
          let data11 = data4.worldSize;
          if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11))) {
            const err27 = { instancePath: instancePath + "/mapping/worldSize", schemaPath: "#/definitions/mapping/properties/worldSize/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
          }
          if (typeof data11 == "number" && isFinite(data11)) {
            if (data11 > 2097152 || isNaN(data11)) {
              const err28 = { instancePath: instancePath + "/mapping/worldSize", schemaPath: "#/definitions/mapping/properties/worldSize/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
              vErrors === null ? vErrors = [err28] : vErrors.length < 1e3 && vErrors.push(err28), errors++;
            }
            if (data11 < 1 || isNaN(data11)) {
              const err29 = { instancePath: instancePath + "/mapping/worldSize", schemaPath: "#/definitions/mapping/properties/worldSize/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err29] : vErrors.length < 1e3 && vErrors.push(err29), errors++;
            }
          }
        }
        if (data4.exclude !== void 0) {
          let data12 = data4.exclude;
          if (Array.isArray(data12)) {
            const len1 = data12.length;
            for (let i1 = 0; i1 < len1; i1++) {
              let data13 = data12[i1];
              if (typeof data13 == "string") {
                if (func3(data13) > 512) {
                  const err30 = { instancePath: instancePath + "/mapping/exclude/" + i1, schemaPath: "#/definitions/mapping/properties/exclude/items/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" };
                  vErrors === null ? vErrors = [err30] : vErrors.length < 1e3 && vErrors.push(err30), errors++;
                }
                if (func3(data13) < 1) {
                  const err31 = { instancePath: instancePath + "/mapping/exclude/" + i1, schemaPath: "#/definitions/mapping/properties/exclude/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                  vErrors === null ? vErrors = [err31] : vErrors.length < 1e3 && vErrors.push(err31), errors++;
                }
              } else {
                const err32 = { instancePath: instancePath + "/mapping/exclude/" + i1, schemaPath: "#/definitions/mapping/properties/exclude/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err32] : vErrors.length < 1e3 && vErrors.push(err32), errors++;
              }
            }
          } else {
            const err33 = { instancePath: instancePath + "/mapping/exclude", schemaPath: "#/definitions/mapping/properties/exclude/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            vErrors === null ? vErrors = [err33] : vErrors.length < 1e3 && vErrors.push(err33), errors++;
          }
        }
        if (data4.ranksPerGpu !== void 0) {
          let data14 = data4.ranksPerGpu;
          if (!(typeof data14 == "number" && !(data14 % 1) && !isNaN(data14) && isFinite(data14))) {
            const err34 = { instancePath: instancePath + "/mapping/ranksPerGpu", schemaPath: "#/definitions/mapping/properties/ranksPerGpu/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err34] : vErrors.length < 1e3 && vErrors.push(err34), errors++;
          }
          if (typeof data14 == "number" && isFinite(data14)) {
            if (data14 > 1024 || isNaN(data14)) {
              const err35 = { instancePath: instancePath + "/mapping/ranksPerGpu", schemaPath: "#/definitions/mapping/properties/ranksPerGpu/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1024 }, message: "must be <= 1024" };
              vErrors === null ? vErrors = [err35] : vErrors.length < 1e3 && vErrors.push(err35), errors++;
            }
            if (data14 < 1 || isNaN(data14)) {
              const err36 = { instancePath: instancePath + "/mapping/ranksPerGpu", schemaPath: "#/definitions/mapping/properties/ranksPerGpu/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err36] : vErrors.length < 1e3 && vErrors.push(err36), errors++;
            }
          }
        }
        if (data4.gpusPerRank !== void 0) {
          let data15 = data4.gpusPerRank;
          if (!(typeof data15 == "number" && !(data15 % 1) && !isNaN(data15) && isFinite(data15)) && typeof data15 != "string") {
            const err37 = { instancePath: instancePath + "/mapping/gpusPerRank", schemaPath: "#/definitions/mapping/properties/gpusPerRank/type", keyword: "type", params: { type: schema12.properties.gpusPerRank.type }, message: "must be integer,string" };
            vErrors === null ? vErrors = [err37] : vErrors.length < 1e3 && vErrors.push(err37), errors++;
          }
          if (typeof data15 == "number" && isFinite(data15)) {
            if (data15 > 1024 || isNaN(data15)) {
              const err38 = { instancePath: instancePath + "/mapping/gpusPerRank", schemaPath: "#/definitions/mapping/properties/gpusPerRank/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1024 }, message: "must be <= 1024" };
              vErrors === null ? vErrors = [err38] : vErrors.length < 1e3 && vErrors.push(err38), errors++;
            }
            if (data15 < 1 || isNaN(data15)) {
              const err39 = { instancePath: instancePath + "/mapping/gpusPerRank", schemaPath: "#/definitions/mapping/properties/gpusPerRank/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err39] : vErrors.length < 1e3 && vErrors.push(err39), errors++;
            }
          }
          if (typeof data15 == "string" && !pattern4.test(data15)) {
            const err40 = { instancePath: instancePath + "/mapping/gpusPerRank", schemaPath: "#/definitions/mapping/properties/gpusPerRank/pattern", keyword: "pattern", params: { pattern: "^node$" }, message: 'must match pattern "^node$"' };
            vErrors === null ? vErrors = [err40] : vErrors.length < 1e3 && vErrors.push(err40), errors++;
          }
        }
      } else {
        const err41 = { instancePath: instancePath + "/mapping", schemaPath: "#/definitions/mapping/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err41] : vErrors.length < 1e3 && vErrors.push(err41), errors++;
      }
    }
    if (data.workload !== void 0 && (validate11(data.workload, { instancePath: instancePath + "/workload", parentData: data, parentDataProperty: "workload", rootData }) || (vErrors = addErrors(vErrors, validate11.errors), errors = vErrors.length)), data.stages !== void 0) {
      let data17 = data.stages;
      if (data17 && typeof data17 == "object" && !Array.isArray(data17)) {
        if (data17.layers === void 0) {
          const err42 = { instancePath: instancePath + "/stages", schemaPath: "#/definitions/stages/required", keyword: "required", params: { missingProperty: "layers" }, message: "must have required property 'layers'" };
          vErrors === null ? vErrors = [err42] : vErrors.length < 1e3 && vErrors.push(err42), errors++;
        }
        for (const key3 in data17)
          if (!(key3 === "layers" || key3 === "embedding" || key3 === "head" || key3 === "memory")) {
            const err43 = { instancePath: instancePath + "/stages", schemaPath: "#/definitions/stages/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err43] : vErrors.length < 1e3 && vErrors.push(err43), errors++;
          }
        if (data17.layers !== void 0) {
          let data18 = data17.layers;
          if (!(typeof data18 == "number" && !(data18 % 1) && !isNaN(data18) && isFinite(data18)) && !Array.isArray(data18)) {
            const err44 = { instancePath: instancePath + "/stages/layers", schemaPath: "#/definitions/stages/properties/layers/type", keyword: "type", params: { type: schema15.properties.layers.type }, message: "must be integer,array" };
            vErrors === null ? vErrors = [err44] : vErrors.length < 1e3 && vErrors.push(err44), errors++;
          }
          if (typeof data18 == "number" && isFinite(data18)) {
            if (data18 > 1e3 || isNaN(data18)) {
              const err45 = { instancePath: instancePath + "/stages/layers", schemaPath: "#/definitions/stages/properties/layers/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
              vErrors === null ? vErrors = [err45] : vErrors.length < 1e3 && vErrors.push(err45), errors++;
            }
            if (data18 < 1 || isNaN(data18)) {
              const err46 = { instancePath: instancePath + "/stages/layers", schemaPath: "#/definitions/stages/properties/layers/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err46] : vErrors.length < 1e3 && vErrors.push(err46), errors++;
            }
          }
          if (Array.isArray(data18)) {
            if (data18.length > 1e3) {
              const err47 = { instancePath: instancePath + "/stages/layers", schemaPath: "#/definitions/stages/properties/layers/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
              vErrors === null ? vErrors = [err47] : vErrors.length < 1e3 && vErrors.push(err47), errors++;
            }
            if (data18.length < 1) {
              const err48 = { instancePath: instancePath + "/stages/layers", schemaPath: "#/definitions/stages/properties/layers/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              vErrors === null ? vErrors = [err48] : vErrors.length < 1e3 && vErrors.push(err48), errors++;
            }
            const len2 = data18.length;
            for (let i2 = 0; i2 < len2; i2++) {
              let data19 = data18[i2];
              if (data19 && typeof data19 == "object" && !Array.isArray(data19)) {
                if (data19.count === void 0) {
                  const err49 = { instancePath: instancePath + "/stages/layers/" + i2, schemaPath: "#/definitions/stages/properties/layers/items/required", keyword: "required", params: { missingProperty: "count" }, message: "must have required property 'count'" };
                  vErrors === null ? vErrors = [err49] : vErrors.length < 1e3 && vErrors.push(err49), errors++;
                }
                for (const key4 in data19)
                  if (!(key4 === "count" || key4 === "cost")) {
                    const err50 = { instancePath: instancePath + "/stages/layers/" + i2, schemaPath: "#/definitions/stages/properties/layers/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key4 }, message: "must NOT have additional properties" };
                    vErrors === null ? vErrors = [err50] : vErrors.length < 1e3 && vErrors.push(err50), errors++;
                  }
                if (data19.count !== void 0) {
                  let data20 = data19.count;
                  if (!(typeof data20 == "number" && !(data20 % 1) && !isNaN(data20) && isFinite(data20))) {
                    const err51 = { instancePath: instancePath + "/stages/layers/" + i2 + "/count", schemaPath: "#/definitions/stages/properties/layers/items/properties/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    vErrors === null ? vErrors = [err51] : vErrors.length < 1e3 && vErrors.push(err51), errors++;
                  }
                  if (typeof data20 == "number" && isFinite(data20)) {
                    if (data20 > 1e3 || isNaN(data20)) {
                      const err52 = { instancePath: instancePath + "/stages/layers/" + i2 + "/count", schemaPath: "#/definitions/stages/properties/layers/items/properties/count/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
                      vErrors === null ? vErrors = [err52] : vErrors.length < 1e3 && vErrors.push(err52), errors++;
                    }
                    if (data20 < 1 || isNaN(data20)) {
                      const err53 = { instancePath: instancePath + "/stages/layers/" + i2 + "/count", schemaPath: "#/definitions/stages/properties/layers/items/properties/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                      vErrors === null ? vErrors = [err53] : vErrors.length < 1e3 && vErrors.push(err53), errors++;
                    }
                  }
                }
                if (data19.cost !== void 0) {
                  let data21 = data19.cost;
                  if (typeof data21 == "number" && isFinite(data21)) {
                    if (data21 > 1e3 || isNaN(data21)) {
                      const err54 = { instancePath: instancePath + "/stages/layers/" + i2 + "/cost", schemaPath: "#/definitions/stages/properties/layers/items/properties/cost/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
                      vErrors === null ? vErrors = [err54] : vErrors.length < 1e3 && vErrors.push(err54), errors++;
                    }
                    if (data21 < 1e-6 || isNaN(data21)) {
                      const err55 = { instancePath: instancePath + "/stages/layers/" + i2 + "/cost", schemaPath: "#/definitions/stages/properties/layers/items/properties/cost/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1e-6 }, message: "must be >= 0.000001" };
                      vErrors === null ? vErrors = [err55] : vErrors.length < 1e3 && vErrors.push(err55), errors++;
                    }
                  } else {
                    const err56 = { instancePath: instancePath + "/stages/layers/" + i2 + "/cost", schemaPath: "#/definitions/stages/properties/layers/items/properties/cost/type", keyword: "type", params: { type: "number" }, message: "must be number" };
                    vErrors === null ? vErrors = [err56] : vErrors.length < 1e3 && vErrors.push(err56), errors++;
                  }
                }
              } else {
                const err57 = { instancePath: instancePath + "/stages/layers/" + i2, schemaPath: "#/definitions/stages/properties/layers/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                vErrors === null ? vErrors = [err57] : vErrors.length < 1e3 && vErrors.push(err57), errors++;
              }
            }
          }
        }
        if (data17.embedding !== void 0) {
          let data22 = data17.embedding;
          if (typeof data22 == "number" && isFinite(data22)) {
            if (data22 > 1e3 || isNaN(data22)) {
              const err58 = { instancePath: instancePath + "/stages/embedding", schemaPath: "#/definitions/stages/properties/embedding/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
              vErrors === null ? vErrors = [err58] : vErrors.length < 1e3 && vErrors.push(err58), errors++;
            }
            if (data22 < 0 || isNaN(data22)) {
              const err59 = { instancePath: instancePath + "/stages/embedding", schemaPath: "#/definitions/stages/properties/embedding/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err59] : vErrors.length < 1e3 && vErrors.push(err59), errors++;
            }
          } else {
            const err60 = { instancePath: instancePath + "/stages/embedding", schemaPath: "#/definitions/stages/properties/embedding/type", keyword: "type", params: { type: "number" }, message: "must be number" };
            vErrors === null ? vErrors = [err60] : vErrors.length < 1e3 && vErrors.push(err60), errors++;
          }
        }
        if (data17.head !== void 0) {
          let data23 = data17.head;
          if (typeof data23 == "number" && isFinite(data23)) {
            if (data23 > 1e3 || isNaN(data23)) {
              const err61 = { instancePath: instancePath + "/stages/head", schemaPath: "#/definitions/stages/properties/head/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
              vErrors === null ? vErrors = [err61] : vErrors.length < 1e3 && vErrors.push(err61), errors++;
            }
            if (data23 < 0 || isNaN(data23)) {
              const err62 = { instancePath: instancePath + "/stages/head", schemaPath: "#/definitions/stages/properties/head/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err62] : vErrors.length < 1e3 && vErrors.push(err62), errors++;
            }
          } else {
            const err63 = { instancePath: instancePath + "/stages/head", schemaPath: "#/definitions/stages/properties/head/type", keyword: "type", params: { type: "number" }, message: "must be number" };
            vErrors === null ? vErrors = [err63] : vErrors.length < 1e3 && vErrors.push(err63), errors++;
          }
        }
        if (data17.memory !== void 0) {
          let data24 = data17.memory;
          if (data24 && typeof data24 == "object" && !Array.isArray(data24)) {
            if (data24.perLayer === void 0) {
              const err64 = { instancePath: instancePath + "/stages/memory", schemaPath: "#/definitions/stages/properties/memory/required", keyword: "required", params: { missingProperty: "perLayer" }, message: "must have required property 'perLayer'" };
              vErrors === null ? vErrors = [err64] : vErrors.length < 1e3 && vErrors.push(err64), errors++;
            }
            for (const key5 in data24)
              if (!(key5 === "perLayer" || key5 === "embedding" || key5 === "head" || key5 === "reserve")) {
                const err65 = { instancePath: instancePath + "/stages/memory", schemaPath: "#/definitions/stages/properties/memory/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key5 }, message: "must NOT have additional properties" };
                vErrors === null ? vErrors = [err65] : vErrors.length < 1e3 && vErrors.push(err65), errors++;
              }
            if (data24.perLayer !== void 0) {
              let data25 = data24.perLayer;
              if (typeof data25 != "string" && !(typeof data25 == "number" && !(data25 % 1) && !isNaN(data25) && isFinite(data25))) {
                const err66 = { instancePath: instancePath + "/stages/memory/perLayer", schemaPath: "#/definitions/stages/properties/memory/properties/perLayer/type", keyword: "type", params: { type: schema15.properties.memory.properties.perLayer.type }, message: "must be string,integer" };
                vErrors === null ? vErrors = [err66] : vErrors.length < 1e3 && vErrors.push(err66), errors++;
              }
              if (typeof data25 == "number" && isFinite(data25)) {
                if (data25 > 9007199254740991 || isNaN(data25)) {
                  const err67 = { instancePath: instancePath + "/stages/memory/perLayer", schemaPath: "#/definitions/stages/properties/memory/properties/perLayer/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
                  vErrors === null ? vErrors = [err67] : vErrors.length < 1e3 && vErrors.push(err67), errors++;
                }
                if (data25 < 1048576 || isNaN(data25)) {
                  const err68 = { instancePath: instancePath + "/stages/memory/perLayer", schemaPath: "#/definitions/stages/properties/memory/properties/perLayer/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1048576 }, message: "must be >= 1048576" };
                  vErrors === null ? vErrors = [err68] : vErrors.length < 1e3 && vErrors.push(err68), errors++;
                }
              }
              if (typeof data25 == "string" && func3(data25) > 64) {
                const err69 = { instancePath: instancePath + "/stages/memory/perLayer", schemaPath: "#/definitions/stages/properties/memory/properties/perLayer/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
                vErrors === null ? vErrors = [err69] : vErrors.length < 1e3 && vErrors.push(err69), errors++;
              }
            }
            if (data24.embedding !== void 0) {
              let data26 = data24.embedding;
              if (typeof data26 != "string" && !(typeof data26 == "number" && !(data26 % 1) && !isNaN(data26) && isFinite(data26))) {
                const err70 = { instancePath: instancePath + "/stages/memory/embedding", schemaPath: "#/definitions/stages/properties/memory/properties/embedding/type", keyword: "type", params: { type: schema15.properties.memory.properties.embedding.type }, message: "must be string,integer" };
                vErrors === null ? vErrors = [err70] : vErrors.length < 1e3 && vErrors.push(err70), errors++;
              }
              if (typeof data26 == "number" && isFinite(data26)) {
                if (data26 > 9007199254740991 || isNaN(data26)) {
                  const err71 = { instancePath: instancePath + "/stages/memory/embedding", schemaPath: "#/definitions/stages/properties/memory/properties/embedding/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
                  vErrors === null ? vErrors = [err71] : vErrors.length < 1e3 && vErrors.push(err71), errors++;
                }
                if (data26 < 0 || isNaN(data26)) {
                  const err72 = { instancePath: instancePath + "/stages/memory/embedding", schemaPath: "#/definitions/stages/properties/memory/properties/embedding/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                  vErrors === null ? vErrors = [err72] : vErrors.length < 1e3 && vErrors.push(err72), errors++;
                }
              }
              if (typeof data26 == "string" && func3(data26) > 64) {
                const err73 = { instancePath: instancePath + "/stages/memory/embedding", schemaPath: "#/definitions/stages/properties/memory/properties/embedding/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
                vErrors === null ? vErrors = [err73] : vErrors.length < 1e3 && vErrors.push(err73), errors++;
              }
            }
            if (data24.head !== void 0) {
              let data27 = data24.head;
              if (typeof data27 != "string" && !(typeof data27 == "number" && !(data27 % 1) && !isNaN(data27) && isFinite(data27))) {
                const err74 = { instancePath: instancePath + "/stages/memory/head", schemaPath: "#/definitions/stages/properties/memory/properties/head/type", keyword: "type", params: { type: schema15.properties.memory.properties.head.type }, message: "must be string,integer" };
                vErrors === null ? vErrors = [err74] : vErrors.length < 1e3 && vErrors.push(err74), errors++;
              }
              if (typeof data27 == "number" && isFinite(data27)) {
                if (data27 > 9007199254740991 || isNaN(data27)) {
                  const err75 = { instancePath: instancePath + "/stages/memory/head", schemaPath: "#/definitions/stages/properties/memory/properties/head/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
                  vErrors === null ? vErrors = [err75] : vErrors.length < 1e3 && vErrors.push(err75), errors++;
                }
                if (data27 < 0 || isNaN(data27)) {
                  const err76 = { instancePath: instancePath + "/stages/memory/head", schemaPath: "#/definitions/stages/properties/memory/properties/head/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                  vErrors === null ? vErrors = [err76] : vErrors.length < 1e3 && vErrors.push(err76), errors++;
                }
              }
              if (typeof data27 == "string" && func3(data27) > 64) {
                const err77 = { instancePath: instancePath + "/stages/memory/head", schemaPath: "#/definitions/stages/properties/memory/properties/head/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
                vErrors === null ? vErrors = [err77] : vErrors.length < 1e3 && vErrors.push(err77), errors++;
              }
            }
            if (data24.reserve !== void 0) {
              let data28 = data24.reserve;
              if (typeof data28 != "string" && !(typeof data28 == "number" && !(data28 % 1) && !isNaN(data28) && isFinite(data28))) {
                const err78 = { instancePath: instancePath + "/stages/memory/reserve", schemaPath: "#/definitions/stages/properties/memory/properties/reserve/type", keyword: "type", params: { type: schema15.properties.memory.properties.reserve.type }, message: "must be string,integer" };
                vErrors === null ? vErrors = [err78] : vErrors.length < 1e3 && vErrors.push(err78), errors++;
              }
              if (typeof data28 == "number" && isFinite(data28)) {
                if (data28 > 9007199254740991 || isNaN(data28)) {
                  const err79 = { instancePath: instancePath + "/stages/memory/reserve", schemaPath: "#/definitions/stages/properties/memory/properties/reserve/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
                  vErrors === null ? vErrors = [err79] : vErrors.length < 1e3 && vErrors.push(err79), errors++;
                }
                if (data28 < 0 || isNaN(data28)) {
                  const err80 = { instancePath: instancePath + "/stages/memory/reserve", schemaPath: "#/definitions/stages/properties/memory/properties/reserve/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                  vErrors === null ? vErrors = [err80] : vErrors.length < 1e3 && vErrors.push(err80), errors++;
                }
              }
              if (typeof data28 == "string" && func3(data28) > 64) {
                const err81 = { instancePath: instancePath + "/stages/memory/reserve", schemaPath: "#/definitions/stages/properties/memory/properties/reserve/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
                vErrors === null ? vErrors = [err81] : vErrors.length < 1e3 && vErrors.push(err81), errors++;
              }
            }
          } else {
            const err82 = { instancePath: instancePath + "/stages/memory", schemaPath: "#/definitions/stages/properties/memory/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err82] : vErrors.length < 1e3 && vErrors.push(err82), errors++;
          }
        }
      } else {
        const err83 = { instancePath: instancePath + "/stages", schemaPath: "#/definitions/stages/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err83] : vErrors.length < 1e3 && vErrors.push(err83), errors++;
      }
    }
    data.launch !== void 0 && (validate13(data.launch, { instancePath: instancePath + "/launch", parentData: data, parentDataProperty: "launch", rootData }) || (vErrors = addErrors(vErrors, validate13.errors), errors = vErrors.length)), data.slurm !== void 0 && (validate15(data.slurm, { instancePath: instancePath + "/slurm", parentData: data, parentDataProperty: "slurm", rootData }) || (vErrors = addErrors(vErrors, validate15.errors), errors = vErrors.length));
  } else {
    const err84 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err84] : vErrors.length < 1e3 && vErrors.push(err84), errors++;
  }
  return validate10.errors = vErrors, errors === 0;
}
const inventory = validate21, schema53 = { $schema: "http://json-schema.org/draft-07/schema#", $id: "urn:rankplan:schema:inventory:1", type: "object", additionalProperties: !0, required: ["formatVersion", "gpus"], properties: { formatVersion: { type: "string", pattern: "^1\\.[0-9]+$" }, node: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 256 }, cpus: { type: "integer", minimum: 1, maximum: 65536 }, driver: { type: ["string", "null"], maxLength: 128 }, cuda: { type: ["string", "null"], maxLength: 64 }, date: { type: ["string", "null"], maxLength: 64 }, domain: { type: "object", maxProperties: 16, propertyNames: { pattern: "^(?!node$)[A-Za-z][A-Za-z0-9_-]*$", maxLength: 64 }, additionalProperties: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._:-]*$", maxLength: 128 } }, digest: { type: ["string", "null"], maxLength: 128 }, gpus: { type: "array", maxItems: 4096, items: { $ref: "#/definitions/gpu" } } }, definitions: { metric: { type: "object", additionalProperties: !0, required: ["value"], properties: { value: { type: "number", exclusiveMinimum: 0 }, usual: { type: "number", exclusiveMinimum: 0 }, unit: { type: "string", maxLength: 64 }, method: { type: "string", maxLength: 128 }, quality: { enum: ["ok", "noisy", "throttled", "busy"] }, date: { type: ["string", "null"], maxLength: 64 }, driver: { type: ["string", "null"], maxLength: 128 }, p7: { type: "number", minimum: 0 }, p93: { type: "number", minimum: 0 }, variation: { type: "number", minimum: 0 }, remarks: { type: "array", items: { type: "string" } }, conditions: { $ref: "#/definitions/conditions" }, peers: { type: "array", items: { $ref: "#/definitions/peerCopy" } }, direct: { type: "boolean" }, seconds: { type: "number", exclusiveMinimum: 0 }, fixedSeconds: { type: "number", minimum: 0, maximum: 86400 }, runs: { type: "integer", minimum: 1 } } }, gpu: { type: "object", additionalProperties: !0, required: ["index"], properties: { index: { type: "integer", minimum: 0, maximum: 65535 }, uuid: { type: ["string", "null"], pattern: "^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]*$", maxLength: 128 }, model: { type: ["string", "null"], pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$", maxLength: 128 }, vendor: { enum: ["nvidia", "amd", "intel"] }, memoryBytes: { type: ["integer", "null"], minimum: 1048576, maximum: 9007199254740991 }, pci: { type: ["string", "null"], pattern: "^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]$" }, computeCapability: { type: ["string", "null"], maxLength: 16 }, gres: { type: ["string", "null"], pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 128 }, cpus: { type: ["string", "null"], maxLength: 4096 }, numaNode: { type: ["integer", "null"], minimum: 0, maximum: 65535 }, mig: { type: "boolean" }, parent: { type: ["integer", "null"], minimum: 0, maximum: 65535 }, links: { type: ["array", "null"], maxItems: 4096, items: { type: ["string", "null"], maxLength: 16 } }, scores: { type: "object", propertyNames: { pattern: "^[A-Za-z][A-Za-z0-9_.:-]*$", maxLength: 64 }, additionalProperties: { $ref: "#/definitions/metric" } } } }, conditions: { type: "object", additionalProperties: !0, properties: { smMHz: { type: ["integer", "null"] }, memoryMHz: { type: ["integer", "null"] }, celsius: { type: ["integer", "null"] }, watts: { type: ["integer", "null"] }, throttle: { type: ["array", "null"], items: { type: "string" } } } }, peerCopy: { type: "object", additionalProperties: !0, required: ["to", "value", "direct"], properties: { to: { type: "string", maxLength: 128 }, value: { type: "number", exclusiveMinimum: 0 }, direct: { type: "boolean" } } } } }, pattern38 = new RegExp("^1\\.[0-9]+$", "u"), schema54 = { type: "object", additionalProperties: !0, required: ["index"], properties: { index: { type: "integer", minimum: 0, maximum: 65535 }, uuid: { type: ["string", "null"], pattern: "^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]*$", maxLength: 128 }, model: { type: ["string", "null"], pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$", maxLength: 128 }, vendor: { enum: ["nvidia", "amd", "intel"] }, memoryBytes: { type: ["integer", "null"], minimum: 1048576, maximum: 9007199254740991 }, pci: { type: ["string", "null"], pattern: "^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]$" }, computeCapability: { type: ["string", "null"], maxLength: 16 }, gres: { type: ["string", "null"], pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 128 }, cpus: { type: ["string", "null"], maxLength: 4096 }, numaNode: { type: ["integer", "null"], minimum: 0, maximum: 65535 }, mig: { type: "boolean" }, parent: { type: ["integer", "null"], minimum: 0, maximum: 65535 }, links: { type: ["array", "null"], maxItems: 4096, items: { type: ["string", "null"], maxLength: 16 } }, scores: { type: "object", propertyNames: { pattern: "^[A-Za-z][A-Za-z0-9_.:-]*$", maxLength: 64 }, additionalProperties: { $ref: "#/definitions/metric" } } } }, pattern44 = new RegExp("^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]$", "u"), schema55 = { type: "object", additionalProperties: !0, required: ["value"], properties: { value: { type: "number", exclusiveMinimum: 0 }, usual: { type: "number", exclusiveMinimum: 0 }, unit: { type: "string", maxLength: 64 }, method: { type: "string", maxLength: 128 }, quality: { enum: ["ok", "noisy", "throttled", "busy"] }, date: { type: ["string", "null"], maxLength: 64 }, driver: { type: ["string", "null"], maxLength: 128 }, p7: { type: "number", minimum: 0 }, p93: { type: "number", minimum: 0 }, variation: { type: "number", minimum: 0 }, remarks: { type: "array", items: { type: "string" } }, conditions: { $ref: "#/definitions/conditions" }, peers: { type: "array", items: { $ref: "#/definitions/peerCopy" } }, direct: { type: "boolean" }, seconds: { type: "number", exclusiveMinimum: 0 }, fixedSeconds: { type: "number", minimum: 0, maximum: 86400 }, runs: { type: "integer", minimum: 1 } } }, schema56 = { type: "object", additionalProperties: !0, properties: { smMHz: { type: ["integer", "null"] }, memoryMHz: { type: ["integer", "null"] }, celsius: { type: ["integer", "null"] }, watts: { type: ["integer", "null"] }, throttle: { type: ["array", "null"], items: { type: "string" } } } }, schema57 = { type: "object", additionalProperties: !0, required: ["to", "value", "direct"], properties: { to: { type: "string", maxLength: 128 }, value: { type: "number", exclusiveMinimum: 0 }, direct: { type: "boolean" } } };
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.value === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "value" }, message: "must have required property 'value'" };
      vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
    }
    if (data.value !== void 0) {
      let data0 = data.value;
      if (typeof data0 == "number" && isFinite(data0)) {
        if (data0 <= 0 || isNaN(data0)) {
          const err1 = { instancePath: instancePath + "/value", schemaPath: "#/properties/value/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
          vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
        }
      } else {
        const err2 = { instancePath: instancePath + "/value", schemaPath: "#/properties/value/type", keyword: "type", params: { type: "number" }, message: "must be number" };
        vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
      }
    }
    if (data.usual !== void 0) {
      let data1 = data.usual;
      if (typeof data1 == "number" && isFinite(data1)) {
        if (data1 <= 0 || isNaN(data1)) {
          const err3 = { instancePath: instancePath + "/usual", schemaPath: "#/properties/usual/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
          vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
        }
      } else {
        const err4 = { instancePath: instancePath + "/usual", schemaPath: "#/properties/usual/type", keyword: "type", params: { type: "number" }, message: "must be number" };
        vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
      }
    }
    if (data.unit !== void 0) {
      let data2 = data.unit;
      if (typeof data2 == "string") {
        if (func3(data2) > 64) {
          const err5 = { instancePath: instancePath + "/unit", schemaPath: "#/properties/unit/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
          vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/unit", schemaPath: "#/properties/unit/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
      }
    }
    if (data.method !== void 0) {
      let data3 = data.method;
      if (typeof data3 == "string") {
        if (func3(data3) > 128) {
          const err7 = { instancePath: instancePath + "/method", schemaPath: "#/properties/method/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
          vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
        }
      } else {
        const err8 = { instancePath: instancePath + "/method", schemaPath: "#/properties/method/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
      }
    }
    if (data.quality !== void 0) {
      let data4 = data.quality;
      if (!(data4 === "ok" || data4 === "noisy" || data4 === "throttled" || data4 === "busy")) {
        const err9 = { instancePath: instancePath + "/quality", schemaPath: "#/properties/quality/enum", keyword: "enum", params: { allowedValues: schema55.properties.quality.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
      }
    }
    if (data.date !== void 0) {
      let data5 = data.date;
      if (typeof data5 != "string" && data5 !== null) {
        const err10 = { instancePath: instancePath + "/date", schemaPath: "#/properties/date/type", keyword: "type", params: { type: schema55.properties.date.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
      }
      if (typeof data5 == "string" && func3(data5) > 64) {
        const err11 = { instancePath: instancePath + "/date", schemaPath: "#/properties/date/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
        vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
      }
    }
    if (data.driver !== void 0) {
      let data6 = data.driver;
      if (typeof data6 != "string" && data6 !== null) {
        const err12 = { instancePath: instancePath + "/driver", schemaPath: "#/properties/driver/type", keyword: "type", params: { type: schema55.properties.driver.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
      }
      if (typeof data6 == "string" && func3(data6) > 128) {
        const err13 = { instancePath: instancePath + "/driver", schemaPath: "#/properties/driver/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
        vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
      }
    }
    if (data.p7 !== void 0) {
      let data7 = data.p7;
      if (typeof data7 == "number" && isFinite(data7)) {
        if (data7 < 0 || isNaN(data7)) {
          const err14 = { instancePath: instancePath + "/p7", schemaPath: "#/properties/p7/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
        }
      } else {
        const err15 = { instancePath: instancePath + "/p7", schemaPath: "#/properties/p7/type", keyword: "type", params: { type: "number" }, message: "must be number" };
        vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
      }
    }
    if (data.p93 !== void 0) {
      let data8 = data.p93;
      if (typeof data8 == "number" && isFinite(data8)) {
        if (data8 < 0 || isNaN(data8)) {
          const err16 = { instancePath: instancePath + "/p93", schemaPath: "#/properties/p93/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
        }
      } else {
        const err17 = { instancePath: instancePath + "/p93", schemaPath: "#/properties/p93/type", keyword: "type", params: { type: "number" }, message: "must be number" };
        vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
      }
    }
    if (data.variation !== void 0) {
      let data9 = data.variation;
      if (typeof data9 == "number" && isFinite(data9)) {
        if (data9 < 0 || isNaN(data9)) {
          const err18 = { instancePath: instancePath + "/variation", schemaPath: "#/properties/variation/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
        }
      } else {
        const err19 = { instancePath: instancePath + "/variation", schemaPath: "#/properties/variation/type", keyword: "type", params: { type: "number" }, message: "must be number" };
        vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
      }
    }
    if (data.remarks !== void 0) {
      let data10 = data.remarks;
      if (Array.isArray(data10)) {
        const len0 = data10.length;
        for (let i0 = 0; i0 < len0; i0++)
          if (typeof data10[i0] != "string") {
            const err20 = { instancePath: instancePath + "/remarks/" + i0, schemaPath: "#/properties/remarks/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
          }
      } else {
        const err21 = { instancePath: instancePath + "/remarks", schemaPath: "#/properties/remarks/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
      }
    }
    if (data.conditions !== void 0) {
      let data12 = data.conditions;
      if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
        if (data12.smMHz !== void 0) {
          let data13 = data12.smMHz;
          if (!(typeof data13 == "number" && !(data13 % 1) && !isNaN(data13) && isFinite(data13)) && data13 !== null) {
            const err22 = { instancePath: instancePath + "/conditions/smMHz", schemaPath: "#/definitions/conditions/properties/smMHz/type", keyword: "type", params: { type: schema56.properties.smMHz.type }, message: "must be integer,null" };
            vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
          }
        }
        if (data12.memoryMHz !== void 0) {
          let data14 = data12.memoryMHz;
          if (!(typeof data14 == "number" && !(data14 % 1) && !isNaN(data14) && isFinite(data14)) && data14 !== null) {
            const err23 = { instancePath: instancePath + "/conditions/memoryMHz", schemaPath: "#/definitions/conditions/properties/memoryMHz/type", keyword: "type", params: { type: schema56.properties.memoryMHz.type }, message: "must be integer,null" };
            vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
          }
        }
        if (data12.celsius !== void 0) {
          let data15 = data12.celsius;
          if (!(typeof data15 == "number" && !(data15 % 1) && !isNaN(data15) && isFinite(data15)) && data15 !== null) {
            const err24 = { instancePath: instancePath + "/conditions/celsius", schemaPath: "#/definitions/conditions/properties/celsius/type", keyword: "type", params: { type: schema56.properties.celsius.type }, message: "must be integer,null" };
            vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
          }
        }
        if (data12.watts !== void 0) {
          let data16 = data12.watts;
          if (!(typeof data16 == "number" && !(data16 % 1) && !isNaN(data16) && isFinite(data16)) && data16 !== null) {
            const err25 = { instancePath: instancePath + "/conditions/watts", schemaPath: "#/definitions/conditions/properties/watts/type", keyword: "type", params: { type: schema56.properties.watts.type }, message: "must be integer,null" };
            vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
          }
        }
        if (data12.throttle !== void 0) {
          let data17 = data12.throttle;
          if (!Array.isArray(data17) && data17 !== null) {
            const err26 = { instancePath: instancePath + "/conditions/throttle", schemaPath: "#/definitions/conditions/properties/throttle/type", keyword: "type", params: { type: schema56.properties.throttle.type }, message: "must be array,null" };
            vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
          }
          if (Array.isArray(data17)) {
            const len1 = data17.length;
            for (let i1 = 0; i1 < len1; i1++)
              if (typeof data17[i1] != "string") {
                const err27 = { instancePath: instancePath + "/conditions/throttle/" + i1, schemaPath: "#/definitions/conditions/properties/throttle/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
              }
          }
        }
      } else {
        const err28 = { instancePath: instancePath + "/conditions", schemaPath: "#/definitions/conditions/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err28] : vErrors.length < 1e3 && vErrors.push(err28), errors++;
      }
    }
    if (data.peers !== void 0) {
      let data19 = data.peers;
      if (Array.isArray(data19)) {
        const len2 = data19.length;
        for (let i2 = 0; i2 < len2; i2++) {
          let data20 = data19[i2];
          if (data20 && typeof data20 == "object" && !Array.isArray(data20)) {
            if (data20.to === void 0) {
              const err29 = { instancePath: instancePath + "/peers/" + i2, schemaPath: "#/definitions/peerCopy/required", keyword: "required", params: { missingProperty: "to" }, message: "must have required property 'to'" };
              vErrors === null ? vErrors = [err29] : vErrors.length < 1e3 && vErrors.push(err29), errors++;
            }
            if (data20.value === void 0) {
              const err30 = { instancePath: instancePath + "/peers/" + i2, schemaPath: "#/definitions/peerCopy/required", keyword: "required", params: { missingProperty: "value" }, message: "must have required property 'value'" };
              vErrors === null ? vErrors = [err30] : vErrors.length < 1e3 && vErrors.push(err30), errors++;
            }
            if (data20.direct === void 0) {
              const err31 = { instancePath: instancePath + "/peers/" + i2, schemaPath: "#/definitions/peerCopy/required", keyword: "required", params: { missingProperty: "direct" }, message: "must have required property 'direct'" };
              vErrors === null ? vErrors = [err31] : vErrors.length < 1e3 && vErrors.push(err31), errors++;
            }
            if (data20.to !== void 0) {
              let data21 = data20.to;
              if (typeof data21 == "string") {
                if (func3(data21) > 128) {
                  const err32 = { instancePath: instancePath + "/peers/" + i2 + "/to", schemaPath: "#/definitions/peerCopy/properties/to/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
                  vErrors === null ? vErrors = [err32] : vErrors.length < 1e3 && vErrors.push(err32), errors++;
                }
              } else {
                const err33 = { instancePath: instancePath + "/peers/" + i2 + "/to", schemaPath: "#/definitions/peerCopy/properties/to/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err33] : vErrors.length < 1e3 && vErrors.push(err33), errors++;
              }
            }
            if (data20.value !== void 0) {
              let data22 = data20.value;
              if (typeof data22 == "number" && isFinite(data22)) {
                if (data22 <= 0 || isNaN(data22)) {
                  const err34 = { instancePath: instancePath + "/peers/" + i2 + "/value", schemaPath: "#/definitions/peerCopy/properties/value/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
                  vErrors === null ? vErrors = [err34] : vErrors.length < 1e3 && vErrors.push(err34), errors++;
                }
              } else {
                const err35 = { instancePath: instancePath + "/peers/" + i2 + "/value", schemaPath: "#/definitions/peerCopy/properties/value/type", keyword: "type", params: { type: "number" }, message: "must be number" };
                vErrors === null ? vErrors = [err35] : vErrors.length < 1e3 && vErrors.push(err35), errors++;
              }
            }
            if (data20.direct !== void 0 && typeof data20.direct != "boolean") {
              const err36 = { instancePath: instancePath + "/peers/" + i2 + "/direct", schemaPath: "#/definitions/peerCopy/properties/direct/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
              vErrors === null ? vErrors = [err36] : vErrors.length < 1e3 && vErrors.push(err36), errors++;
            }
          } else {
            const err37 = { instancePath: instancePath + "/peers/" + i2, schemaPath: "#/definitions/peerCopy/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err37] : vErrors.length < 1e3 && vErrors.push(err37), errors++;
          }
        }
      } else {
        const err38 = { instancePath: instancePath + "/peers", schemaPath: "#/properties/peers/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err38] : vErrors.length < 1e3 && vErrors.push(err38), errors++;
      }
    }
    if (data.direct !== void 0 && typeof data.direct != "boolean") {
      const err39 = { instancePath: instancePath + "/direct", schemaPath: "#/properties/direct/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      vErrors === null ? vErrors = [err39] : vErrors.length < 1e3 && vErrors.push(err39), errors++;
    }
    if (data.seconds !== void 0) {
      let data25 = data.seconds;
      if (typeof data25 == "number" && isFinite(data25)) {
        if (data25 <= 0 || isNaN(data25)) {
          const err40 = { instancePath: instancePath + "/seconds", schemaPath: "#/properties/seconds/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
          vErrors === null ? vErrors = [err40] : vErrors.length < 1e3 && vErrors.push(err40), errors++;
        }
      } else {
        const err41 = { instancePath: instancePath + "/seconds", schemaPath: "#/properties/seconds/type", keyword: "type", params: { type: "number" }, message: "must be number" };
        vErrors === null ? vErrors = [err41] : vErrors.length < 1e3 && vErrors.push(err41), errors++;
      }
    }
    if (data.fixedSeconds !== void 0) {
      let data26 = data.fixedSeconds;
      if (typeof data26 == "number" && isFinite(data26)) {
        if (data26 > 86400 || isNaN(data26)) {
          const err42 = { instancePath: instancePath + "/fixedSeconds", schemaPath: "#/properties/fixedSeconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 }, message: "must be <= 86400" };
          vErrors === null ? vErrors = [err42] : vErrors.length < 1e3 && vErrors.push(err42), errors++;
        }
        if (data26 < 0 || isNaN(data26)) {
          const err43 = { instancePath: instancePath + "/fixedSeconds", schemaPath: "#/properties/fixedSeconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err43] : vErrors.length < 1e3 && vErrors.push(err43), errors++;
        }
      } else {
        const err44 = { instancePath: instancePath + "/fixedSeconds", schemaPath: "#/properties/fixedSeconds/type", keyword: "type", params: { type: "number" }, message: "must be number" };
        vErrors === null ? vErrors = [err44] : vErrors.length < 1e3 && vErrors.push(err44), errors++;
      }
    }
    if (data.runs !== void 0) {
      let data27 = data.runs;
      if (!(typeof data27 == "number" && !(data27 % 1) && !isNaN(data27) && isFinite(data27))) {
        const err45 = { instancePath: instancePath + "/runs", schemaPath: "#/properties/runs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err45] : vErrors.length < 1e3 && vErrors.push(err45), errors++;
      }
      if (typeof data27 == "number" && isFinite(data27) && (data27 < 1 || isNaN(data27))) {
        const err46 = { instancePath: instancePath + "/runs", schemaPath: "#/properties/runs/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
        vErrors === null ? vErrors = [err46] : vErrors.length < 1e3 && vErrors.push(err46), errors++;
      }
    }
  } else {
    const err47 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err47] : vErrors.length < 1e3 && vErrors.push(err47), errors++;
  }
  return validate23.errors = vErrors, errors === 0;
}
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.index === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "index" }, message: "must have required property 'index'" };
      vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
    }
    if (data.index !== void 0) {
      let data0 = data.index;
      if (!(typeof data0 == "number" && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        const err1 = { instancePath: instancePath + "/index", schemaPath: "#/properties/index/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
      }
      if (typeof data0 == "number" && isFinite(data0)) {
        if (data0 > 65535 || isNaN(data0)) {
          const err2 = { instancePath: instancePath + "/index", schemaPath: "#/properties/index/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
          vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
        }
        if (data0 < 0 || isNaN(data0)) {
          const err3 = { instancePath: instancePath + "/index", schemaPath: "#/properties/index/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
        }
      }
    }
    if (data.uuid !== void 0) {
      let data1 = data.uuid;
      if (typeof data1 != "string" && data1 !== null) {
        const err4 = { instancePath: instancePath + "/uuid", schemaPath: "#/properties/uuid/type", keyword: "type", params: { type: schema54.properties.uuid.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
      }
      if (typeof data1 == "string") {
        if (func3(data1) > 128) {
          const err5 = { instancePath: instancePath + "/uuid", schemaPath: "#/properties/uuid/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
          vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
        }
        if (!pattern30.test(data1)) {
          const err6 = { instancePath: instancePath + "/uuid", schemaPath: "#/properties/uuid/pattern", keyword: "pattern", params: { pattern: "^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]*$" }, message: 'must match pattern "^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]*$"' };
          vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
        }
      }
    }
    if (data.model !== void 0) {
      let data2 = data.model;
      if (typeof data2 != "string" && data2 !== null) {
        const err7 = { instancePath: instancePath + "/model", schemaPath: "#/properties/model/type", keyword: "type", params: { type: schema54.properties.model.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
      }
      if (typeof data2 == "string") {
        if (func3(data2) > 128) {
          const err8 = { instancePath: instancePath + "/model", schemaPath: "#/properties/model/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
          vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
        }
        if (!pattern1.test(data2)) {
          const err9 = { instancePath: instancePath + "/model", schemaPath: "#/properties/model/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$"' };
          vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
        }
      }
    }
    if (data.vendor !== void 0) {
      let data3 = data.vendor;
      if (!(data3 === "nvidia" || data3 === "amd" || data3 === "intel")) {
        const err10 = { instancePath: instancePath + "/vendor", schemaPath: "#/properties/vendor/enum", keyword: "enum", params: { allowedValues: schema54.properties.vendor.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
      }
    }
    if (data.memoryBytes !== void 0) {
      let data4 = data.memoryBytes;
      if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4) && isFinite(data4)) && data4 !== null) {
        const err11 = { instancePath: instancePath + "/memoryBytes", schemaPath: "#/properties/memoryBytes/type", keyword: "type", params: { type: schema54.properties.memoryBytes.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
      }
      if (typeof data4 == "number" && isFinite(data4)) {
        if (data4 > 9007199254740991 || isNaN(data4)) {
          const err12 = { instancePath: instancePath + "/memoryBytes", schemaPath: "#/properties/memoryBytes/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
          vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
        }
        if (data4 < 1048576 || isNaN(data4)) {
          const err13 = { instancePath: instancePath + "/memoryBytes", schemaPath: "#/properties/memoryBytes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1048576 }, message: "must be >= 1048576" };
          vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
        }
      }
    }
    if (data.pci !== void 0) {
      let data5 = data.pci;
      if (typeof data5 != "string" && data5 !== null) {
        const err14 = { instancePath: instancePath + "/pci", schemaPath: "#/properties/pci/type", keyword: "type", params: { type: schema54.properties.pci.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
      }
      if (typeof data5 == "string" && !pattern44.test(data5)) {
        const err15 = { instancePath: instancePath + "/pci", schemaPath: "#/properties/pci/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]$" }, message: 'must match pattern "^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]$"' };
        vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
      }
    }
    if (data.computeCapability !== void 0) {
      let data6 = data.computeCapability;
      if (typeof data6 != "string" && data6 !== null) {
        const err16 = { instancePath: instancePath + "/computeCapability", schemaPath: "#/properties/computeCapability/type", keyword: "type", params: { type: schema54.properties.computeCapability.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
      }
      if (typeof data6 == "string" && func3(data6) > 16) {
        const err17 = { instancePath: instancePath + "/computeCapability", schemaPath: "#/properties/computeCapability/maxLength", keyword: "maxLength", params: { limit: 16 }, message: "must NOT have more than 16 characters" };
        vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
      }
    }
    if (data.gres !== void 0) {
      let data7 = data.gres;
      if (typeof data7 != "string" && data7 !== null) {
        const err18 = { instancePath: instancePath + "/gres", schemaPath: "#/properties/gres/type", keyword: "type", params: { type: schema54.properties.gres.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
      }
      if (typeof data7 == "string") {
        if (func3(data7) > 128) {
          const err19 = { instancePath: instancePath + "/gres", schemaPath: "#/properties/gres/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
          vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
        }
        if (!pattern0.test(data7)) {
          const err20 = { instancePath: instancePath + "/gres", schemaPath: "#/properties/gres/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._-]*$"' };
          vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
        }
      }
    }
    if (data.cpus !== void 0) {
      let data8 = data.cpus;
      if (typeof data8 != "string" && data8 !== null) {
        const err21 = { instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/type", keyword: "type", params: { type: schema54.properties.cpus.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
      }
      if (typeof data8 == "string" && func3(data8) > 4096) {
        const err22 = { instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
        vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
      }
    }
    if (data.numaNode !== void 0) {
      let data9 = data.numaNode;
      if (!(typeof data9 == "number" && !(data9 % 1) && !isNaN(data9) && isFinite(data9)) && data9 !== null) {
        const err23 = { instancePath: instancePath + "/numaNode", schemaPath: "#/properties/numaNode/type", keyword: "type", params: { type: schema54.properties.numaNode.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
      }
      if (typeof data9 == "number" && isFinite(data9)) {
        if (data9 > 65535 || isNaN(data9)) {
          const err24 = { instancePath: instancePath + "/numaNode", schemaPath: "#/properties/numaNode/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
          vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
        }
        if (data9 < 0 || isNaN(data9)) {
          const err25 = { instancePath: instancePath + "/numaNode", schemaPath: "#/properties/numaNode/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
        }
      }
    }
    if (data.mig !== void 0 && typeof data.mig != "boolean") {
      const err26 = { instancePath: instancePath + "/mig", schemaPath: "#/properties/mig/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
    }
    if (data.parent !== void 0) {
      let data11 = data.parent;
      if (!(typeof data11 == "number" && !(data11 % 1) && !isNaN(data11) && isFinite(data11)) && data11 !== null) {
        const err27 = { instancePath: instancePath + "/parent", schemaPath: "#/properties/parent/type", keyword: "type", params: { type: schema54.properties.parent.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
      }
      if (typeof data11 == "number" && isFinite(data11)) {
        if (data11 > 65535 || isNaN(data11)) {
          const err28 = { instancePath: instancePath + "/parent", schemaPath: "#/properties/parent/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
          vErrors === null ? vErrors = [err28] : vErrors.length < 1e3 && vErrors.push(err28), errors++;
        }
        if (data11 < 0 || isNaN(data11)) {
          const err29 = { instancePath: instancePath + "/parent", schemaPath: "#/properties/parent/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err29] : vErrors.length < 1e3 && vErrors.push(err29), errors++;
        }
      }
    }
    if (data.links !== void 0) {
      let data12 = data.links;
      if (!Array.isArray(data12) && data12 !== null) {
        const err30 = { instancePath: instancePath + "/links", schemaPath: "#/properties/links/type", keyword: "type", params: { type: schema54.properties.links.type }, message: "must be array,null" };
        vErrors === null ? vErrors = [err30] : vErrors.length < 1e3 && vErrors.push(err30), errors++;
      }
      if (Array.isArray(data12)) {
        if (data12.length > 4096) {
          const err31 = { instancePath: instancePath + "/links", schemaPath: "#/properties/links/maxItems", keyword: "maxItems", params: { limit: 4096 }, message: "must NOT have more than 4096 items" };
          vErrors === null ? vErrors = [err31] : vErrors.length < 1e3 && vErrors.push(err31), errors++;
        }
        const len0 = data12.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data13 = data12[i0];
          if (typeof data13 != "string" && data13 !== null) {
            const err32 = { instancePath: instancePath + "/links/" + i0, schemaPath: "#/properties/links/items/type", keyword: "type", params: { type: schema54.properties.links.items.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err32] : vErrors.length < 1e3 && vErrors.push(err32), errors++;
          }
          if (typeof data13 == "string" && func3(data13) > 16) {
            const err33 = { instancePath: instancePath + "/links/" + i0, schemaPath: "#/properties/links/items/maxLength", keyword: "maxLength", params: { limit: 16 }, message: "must NOT have more than 16 characters" };
            vErrors === null ? vErrors = [err33] : vErrors.length < 1e3 && vErrors.push(err33), errors++;
          }
        }
      }
    }
    if (data.scores !== void 0) {
      let data14 = data.scores;
      if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
        for (const key0 in data14) {
          const _errs31 = errors;
          if (typeof key0 == "string") {
            if (func3(key0) > 64) {
              const err34 = { instancePath: instancePath + "/scores", schemaPath: "#/properties/scores/propertyNames/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters", propertyName: key0 };
              vErrors === null ? vErrors = [err34] : vErrors.length < 1e3 && vErrors.push(err34), errors++;
            }
            if (!pattern2.test(key0)) {
              const err35 = { instancePath: instancePath + "/scores", schemaPath: "#/properties/scores/propertyNames/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z][A-Za-z0-9_.:-]*$" }, message: 'must match pattern "^[A-Za-z][A-Za-z0-9_.:-]*$"', propertyName: key0 };
              vErrors === null ? vErrors = [err35] : vErrors.length < 1e3 && vErrors.push(err35), errors++;
            }
          }
          var valid3 = _errs31 === errors;
          if (!valid3) {
            const err36 = { instancePath: instancePath + "/scores", schemaPath: "#/properties/scores/propertyNames", keyword: "propertyNames", params: { propertyName: key0 }, message: "property name must be valid" };
            vErrors === null ? vErrors = [err36] : vErrors.length < 1e3 && vErrors.push(err36), errors++;
          }
        }
        for (const key1 in data14)
          validate23(data14[key1], { instancePath: instancePath + "/scores/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), parentData: data14, parentDataProperty: key1, rootData }) || (vErrors = addErrors(vErrors, validate23.errors), errors = vErrors.length);
      } else {
        const err37 = { instancePath: instancePath + "/scores", schemaPath: "#/properties/scores/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err37] : vErrors.length < 1e3 && vErrors.push(err37), errors++;
      }
    }
  } else {
    const err38 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err38] : vErrors.length < 1e3 && vErrors.push(err38), errors++;
  }
  return validate22.errors = vErrors, errors === 0;
}
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.formatVersion === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "formatVersion" }, message: "must have required property 'formatVersion'" };
      vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
    }
    if (data.gpus === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "gpus" }, message: "must have required property 'gpus'" };
      vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
    }
    if (data.formatVersion !== void 0) {
      let data0 = data.formatVersion;
      if (typeof data0 == "string") {
        if (!pattern38.test(data0)) {
          const err2 = { instancePath: instancePath + "/formatVersion", schemaPath: "#/properties/formatVersion/pattern", keyword: "pattern", params: { pattern: "^1\\.[0-9]+$" }, message: 'must match pattern "^1\\.[0-9]+$"' };
          vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
        }
      } else {
        const err3 = { instancePath: instancePath + "/formatVersion", schemaPath: "#/properties/formatVersion/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
      }
    }
    if (data.node !== void 0) {
      let data1 = data.node;
      if (typeof data1 == "string") {
        if (func3(data1) > 256) {
          const err4 = { instancePath: instancePath + "/node", schemaPath: "#/properties/node/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
          vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
        }
        if (!pattern0.test(data1)) {
          const err5 = { instancePath: instancePath + "/node", schemaPath: "#/properties/node/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._-]*$"' };
          vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/node", schemaPath: "#/properties/node/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
      }
    }
    if (data.cpus !== void 0) {
      let data2 = data.cpus;
      if (!(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
        const err7 = { instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 > 65536 || isNaN(data2)) {
          const err8 = { instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65536 }, message: "must be <= 65536" };
          vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
        }
        if (data2 < 1 || isNaN(data2)) {
          const err9 = { instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
        }
      }
    }
    if (data.driver !== void 0) {
      let data3 = data.driver;
      if (typeof data3 != "string" && data3 !== null) {
        const err10 = { instancePath: instancePath + "/driver", schemaPath: "#/properties/driver/type", keyword: "type", params: { type: schema53.properties.driver.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
      }
      if (typeof data3 == "string" && func3(data3) > 128) {
        const err11 = { instancePath: instancePath + "/driver", schemaPath: "#/properties/driver/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
        vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
      }
    }
    if (data.cuda !== void 0) {
      let data4 = data.cuda;
      if (typeof data4 != "string" && data4 !== null) {
        const err12 = { instancePath: instancePath + "/cuda", schemaPath: "#/properties/cuda/type", keyword: "type", params: { type: schema53.properties.cuda.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
      }
      if (typeof data4 == "string" && func3(data4) > 64) {
        const err13 = { instancePath: instancePath + "/cuda", schemaPath: "#/properties/cuda/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
        vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
      }
    }
    if (data.date !== void 0) {
      let data5 = data.date;
      if (typeof data5 != "string" && data5 !== null) {
        const err14 = { instancePath: instancePath + "/date", schemaPath: "#/properties/date/type", keyword: "type", params: { type: schema53.properties.date.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
      }
      if (typeof data5 == "string" && func3(data5) > 64) {
        const err15 = { instancePath: instancePath + "/date", schemaPath: "#/properties/date/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
        vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
      }
    }
    if (data.domain !== void 0) {
      let data6 = data.domain;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        if (Object.keys(data6).length > 16) {
          const err16 = { instancePath: instancePath + "/domain", schemaPath: "#/properties/domain/maxProperties", keyword: "maxProperties", params: { limit: 16 }, message: "must NOT have more than 16 properties" };
          vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
        }
        for (const key0 in data6) {
          const _errs16 = errors;
          if (typeof key0 == "string") {
            if (func3(key0) > 64) {
              const err17 = { instancePath: instancePath + "/domain", schemaPath: "#/properties/domain/propertyNames/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters", propertyName: key0 };
              vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
            }
            if (!pattern26.test(key0)) {
              const err18 = { instancePath: instancePath + "/domain", schemaPath: "#/properties/domain/propertyNames/pattern", keyword: "pattern", params: { pattern: "^(?!node$)[A-Za-z][A-Za-z0-9_-]*$" }, message: 'must match pattern "^(?!node$)[A-Za-z][A-Za-z0-9_-]*$"', propertyName: key0 };
              vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
            }
          }
          var valid1 = _errs16 === errors;
          if (!valid1) {
            const err19 = { instancePath: instancePath + "/domain", schemaPath: "#/properties/domain/propertyNames", keyword: "propertyNames", params: { propertyName: key0 }, message: "property name must be valid" };
            vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
          }
        }
        for (const key1 in data6) {
          let data7 = data6[key1];
          if (typeof data7 == "string") {
            if (func3(data7) > 128) {
              const err20 = { instancePath: instancePath + "/domain/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/domain/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
              vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
            }
            if (!pattern27.test(data7)) {
              const err21 = { instancePath: instancePath + "/domain/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/domain/additionalProperties/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._:-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._:-]*$"' };
              vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
            }
          } else {
            const err22 = { instancePath: instancePath + "/domain/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/domain/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
          }
        }
      } else {
        const err23 = { instancePath: instancePath + "/domain", schemaPath: "#/properties/domain/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
      }
    }
    if (data.digest !== void 0) {
      let data8 = data.digest;
      if (typeof data8 != "string" && data8 !== null) {
        const err24 = { instancePath: instancePath + "/digest", schemaPath: "#/properties/digest/type", keyword: "type", params: { type: schema53.properties.digest.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
      }
      if (typeof data8 == "string" && func3(data8) > 128) {
        const err25 = { instancePath: instancePath + "/digest", schemaPath: "#/properties/digest/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
        vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
      }
    }
    if (data.gpus !== void 0) {
      let data9 = data.gpus;
      if (Array.isArray(data9)) {
        if (data9.length > 4096) {
          const err26 = { instancePath: instancePath + "/gpus", schemaPath: "#/properties/gpus/maxItems", keyword: "maxItems", params: { limit: 4096 }, message: "must NOT have more than 4096 items" };
          vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
        }
        const len0 = data9.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate22(data9[i0], { instancePath: instancePath + "/gpus/" + i0, parentData: data9, parentDataProperty: i0, rootData }) || (vErrors = addErrors(vErrors, validate22.errors), errors = vErrors.length);
      } else {
        const err27 = { instancePath: instancePath + "/gpus", schemaPath: "#/properties/gpus/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
      }
    }
  } else {
    const err28 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err28] : vErrors.length < 1e3 && vErrors.push(err28), errors++;
  }
  return validate21.errors = vErrors, errors === 0;
}
const planNode = validate27, schema59 = { type: "object", additionalProperties: !0, required: ["name", "address", "bind", "class", "nodeRank", "cpus", "env", "gpus", "cpuRanks"], properties: { name: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 256 }, address: { type: ["string", "null"], pattern: "^[A-Za-z0-9:][A-Za-z0-9._:-]*$", maxLength: 512 }, bind: { enum: ["name", "job"] }, class: { type: ["integer", "null"], minimum: 0, maximum: 2097151 }, nodeRank: { type: ["integer", "null"], minimum: 0, maximum: 2097151 }, cpus: { type: ["integer", "null"], minimum: 1, maximum: 65536 }, env: { type: "object", propertyNames: { pattern: "^[A-Za-z_][A-Za-z0-9_]*$", maxLength: 256 }, additionalProperties: { type: "string", pattern: "^[^\\u0000]*$", maxLength: 65536 } }, domain: { type: ["array", "null"], maxItems: 32, items: { type: ["string", "null"], pattern: "^[A-Za-z0-9][A-Za-z0-9._:-]*$", maxLength: 128 } }, gpus: { type: "array", items: { $ref: "#/definitions/gpu" }, maxItems: 65536 }, spare: { type: "boolean" }, cpuRanks: { type: "integer", minimum: 0, maximum: 65536 }, cpuSlot: { type: ["object", "null"], additionalProperties: !0, required: ["score", "fixedSeconds", "maxSamples", "memoryBytes"], properties: { score: { type: ["number", "null"], exclusiveMinimum: 0 }, fixedSeconds: { type: ["number", "null"], minimum: 0, maximum: 86400 }, maxSamples: { type: ["integer", "null"], minimum: 1, maximum: 9007199254740991 }, memoryBytes: { type: ["integer", "null"], minimum: 1, maximum: 9007199254740991 } } } } }, schema60 = { type: "object", additionalProperties: !0, required: ["index", "uuid", "model", "vendor", "memoryBytes", "score", "gres", "cpus", "parent"], properties: { index: { type: "integer", minimum: 0, maximum: 65535 }, uuid: { type: ["string", "null"], pattern: "^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]*$", maxLength: 128 }, model: { type: ["string", "null"], pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$", maxLength: 128 }, vendor: { enum: ["nvidia", "amd", "intel"] }, memoryBytes: { type: ["integer", "null"], minimum: 1, maximum: 9007199254740991 }, score: { type: ["number", "null"], exclusiveMinimum: 0 }, pace: { type: ["number", "null"], exclusiveMinimum: 0 }, fixedSeconds: { type: ["number", "null"], minimum: 0, maximum: 86400 }, maxSamples: { type: ["integer", "null"], minimum: 1, maximum: 9007199254740991 }, gres: { type: ["string", "null"], pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 128 }, cpus: { type: ["string", "null"], pattern: "^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$", maxLength: 4096 }, parent: { type: ["integer", "null"], minimum: 0, maximum: 65535 }, island: { type: ["integer", "null"], minimum: 0, maximum: 65535 } } }, pattern50 = new RegExp("^[A-Za-z0-9:][A-Za-z0-9._:-]*$", "u"), pattern61 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u"), pattern55 = new RegExp("^[^\\u0000]*$", "u"), pattern94 = new RegExp("^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$", "u");
function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
    }
    if (data.address === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "address" }, message: "must have required property 'address'" };
      vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
    }
    if (data.bind === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "bind" }, message: "must have required property 'bind'" };
      vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
    }
    if (data.class === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "class" }, message: "must have required property 'class'" };
      vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
    }
    if (data.nodeRank === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "nodeRank" }, message: "must have required property 'nodeRank'" };
      vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
    }
    if (data.cpus === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cpus" }, message: "must have required property 'cpus'" };
      vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
    }
    if (data.env === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "env" }, message: "must have required property 'env'" };
      vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
    }
    if (data.gpus === void 0) {
      const err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "gpus" }, message: "must have required property 'gpus'" };
      vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
    }
    if (data.cpuRanks === void 0) {
      const err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cpuRanks" }, message: "must have required property 'cpuRanks'" };
      vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
    }
    if (data.name !== void 0) {
      let data0 = data.name;
      if (typeof data0 == "string") {
        if (func3(data0) > 256) {
          const err9 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
          vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
        }
        if (!pattern0.test(data0)) {
          const err10 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._-]*$"' };
          vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
        }
      } else {
        const err11 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
      }
    }
    if (data.address !== void 0) {
      let data1 = data.address;
      if (typeof data1 != "string" && data1 !== null) {
        const err12 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/type", keyword: "type", params: { type: schema59.properties.address.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
      }
      if (typeof data1 == "string") {
        if (func3(data1) > 512) {
          const err13 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" };
          vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
        }
        if (!pattern50.test(data1)) {
          const err14 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9:][A-Za-z0-9._:-]*$" }, message: 'must match pattern "^[A-Za-z0-9:][A-Za-z0-9._:-]*$"' };
          vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
        }
      }
    }
    if (data.bind !== void 0) {
      let data2 = data.bind;
      if (!(data2 === "name" || data2 === "job")) {
        const err15 = { instancePath: instancePath + "/bind", schemaPath: "#/properties/bind/enum", keyword: "enum", params: { allowedValues: schema59.properties.bind.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
      }
    }
    if (data.class !== void 0) {
      let data3 = data.class;
      if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3)) && data3 !== null) {
        const err16 = { instancePath: instancePath + "/class", schemaPath: "#/properties/class/type", keyword: "type", params: { type: schema59.properties.class.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
      }
      if (typeof data3 == "number" && isFinite(data3)) {
        if (data3 > 2097151 || isNaN(data3)) {
          const err17 = { instancePath: instancePath + "/class", schemaPath: "#/properties/class/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097151 }, message: "must be <= 2097151" };
          vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
        }
        if (data3 < 0 || isNaN(data3)) {
          const err18 = { instancePath: instancePath + "/class", schemaPath: "#/properties/class/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
        }
      }
    }
    if (data.nodeRank !== void 0) {
      let data4 = data.nodeRank;
      if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4) && isFinite(data4)) && data4 !== null) {
        const err19 = { instancePath: instancePath + "/nodeRank", schemaPath: "#/properties/nodeRank/type", keyword: "type", params: { type: schema59.properties.nodeRank.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
      }
      if (typeof data4 == "number" && isFinite(data4)) {
        if (data4 > 2097151 || isNaN(data4)) {
          const err20 = { instancePath: instancePath + "/nodeRank", schemaPath: "#/properties/nodeRank/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097151 }, message: "must be <= 2097151" };
          vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
        }
        if (data4 < 0 || isNaN(data4)) {
          const err21 = { instancePath: instancePath + "/nodeRank", schemaPath: "#/properties/nodeRank/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
        }
      }
    }
    if (data.cpus !== void 0) {
      let data5 = data.cpus;
      if (!(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5) && isFinite(data5)) && data5 !== null) {
        const err22 = { instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/type", keyword: "type", params: { type: schema59.properties.cpus.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
      }
      if (typeof data5 == "number" && isFinite(data5)) {
        if (data5 > 65536 || isNaN(data5)) {
          const err23 = { instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65536 }, message: "must be <= 65536" };
          vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
        }
        if (data5 < 1 || isNaN(data5)) {
          const err24 = { instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
        }
      }
    }
    if (data.env !== void 0) {
      let data6 = data.env;
      if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
        for (const key0 in data6) {
          const _errs15 = errors;
          if (typeof key0 == "string") {
            if (func3(key0) > 256) {
              const err25 = { instancePath: instancePath + "/env", schemaPath: "#/properties/env/propertyNames/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters", propertyName: key0 };
              vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
            }
            if (!pattern61.test(key0)) {
              const err26 = { instancePath: instancePath + "/env", schemaPath: "#/properties/env/propertyNames/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }, message: 'must match pattern "^[A-Za-z_][A-Za-z0-9_]*$"', propertyName: key0 };
              vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
            }
          }
          var valid1 = _errs15 === errors;
          if (!valid1) {
            const err27 = { instancePath: instancePath + "/env", schemaPath: "#/properties/env/propertyNames", keyword: "propertyNames", params: { propertyName: key0 }, message: "property name must be valid" };
            vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
          }
        }
        for (const key1 in data6) {
          let data7 = data6[key1];
          if (typeof data7 == "string") {
            if (func3(data7) > 65536) {
              const err28 = { instancePath: instancePath + "/env/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/env/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
              vErrors === null ? vErrors = [err28] : vErrors.length < 1e3 && vErrors.push(err28), errors++;
            }
            if (!pattern55.test(data7)) {
              const err29 = { instancePath: instancePath + "/env/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/env/additionalProperties/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
              vErrors === null ? vErrors = [err29] : vErrors.length < 1e3 && vErrors.push(err29), errors++;
            }
          } else {
            const err30 = { instancePath: instancePath + "/env/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/env/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err30] : vErrors.length < 1e3 && vErrors.push(err30), errors++;
          }
        }
      } else {
        const err31 = { instancePath: instancePath + "/env", schemaPath: "#/properties/env/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err31] : vErrors.length < 1e3 && vErrors.push(err31), errors++;
      }
    }
    if (data.domain !== void 0) {
      let data8 = data.domain;
      if (!Array.isArray(data8) && data8 !== null) {
        const err32 = { instancePath: instancePath + "/domain", schemaPath: "#/properties/domain/type", keyword: "type", params: { type: schema59.properties.domain.type }, message: "must be array,null" };
        vErrors === null ? vErrors = [err32] : vErrors.length < 1e3 && vErrors.push(err32), errors++;
      }
      if (Array.isArray(data8)) {
        if (data8.length > 32) {
          const err33 = { instancePath: instancePath + "/domain", schemaPath: "#/properties/domain/maxItems", keyword: "maxItems", params: { limit: 32 }, message: "must NOT have more than 32 items" };
          vErrors === null ? vErrors = [err33] : vErrors.length < 1e3 && vErrors.push(err33), errors++;
        }
        const len0 = data8.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data9 = data8[i0];
          if (typeof data9 != "string" && data9 !== null) {
            const err34 = { instancePath: instancePath + "/domain/" + i0, schemaPath: "#/properties/domain/items/type", keyword: "type", params: { type: schema59.properties.domain.items.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err34] : vErrors.length < 1e3 && vErrors.push(err34), errors++;
          }
          if (typeof data9 == "string") {
            if (func3(data9) > 128) {
              const err35 = { instancePath: instancePath + "/domain/" + i0, schemaPath: "#/properties/domain/items/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
              vErrors === null ? vErrors = [err35] : vErrors.length < 1e3 && vErrors.push(err35), errors++;
            }
            if (!pattern27.test(data9)) {
              const err36 = { instancePath: instancePath + "/domain/" + i0, schemaPath: "#/properties/domain/items/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._:-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._:-]*$"' };
              vErrors === null ? vErrors = [err36] : vErrors.length < 1e3 && vErrors.push(err36), errors++;
            }
          }
        }
      }
    }
    if (data.gpus !== void 0) {
      let data10 = data.gpus;
      if (Array.isArray(data10)) {
        if (data10.length > 65536) {
          const err37 = { instancePath: instancePath + "/gpus", schemaPath: "#/properties/gpus/maxItems", keyword: "maxItems", params: { limit: 65536 }, message: "must NOT have more than 65536 items" };
          vErrors === null ? vErrors = [err37] : vErrors.length < 1e3 && vErrors.push(err37), errors++;
        }
        const len1 = data10.length;
        for (let i1 = 0; i1 < len1; i1++) {
          let data11 = data10[i1];
          if (data11 && typeof data11 == "object" && !Array.isArray(data11)) {
            if (data11.index === void 0) {
              const err38 = { instancePath: instancePath + "/gpus/" + i1, schemaPath: "#/definitions/gpu/required", keyword: "required", params: { missingProperty: "index" }, message: "must have required property 'index'" };
              vErrors === null ? vErrors = [err38] : vErrors.length < 1e3 && vErrors.push(err38), errors++;
            }
            if (data11.uuid === void 0) {
              const err39 = { instancePath: instancePath + "/gpus/" + i1, schemaPath: "#/definitions/gpu/required", keyword: "required", params: { missingProperty: "uuid" }, message: "must have required property 'uuid'" };
              vErrors === null ? vErrors = [err39] : vErrors.length < 1e3 && vErrors.push(err39), errors++;
            }
            if (data11.model === void 0) {
              const err40 = { instancePath: instancePath + "/gpus/" + i1, schemaPath: "#/definitions/gpu/required", keyword: "required", params: { missingProperty: "model" }, message: "must have required property 'model'" };
              vErrors === null ? vErrors = [err40] : vErrors.length < 1e3 && vErrors.push(err40), errors++;
            }
            if (data11.vendor === void 0) {
              const err41 = { instancePath: instancePath + "/gpus/" + i1, schemaPath: "#/definitions/gpu/required", keyword: "required", params: { missingProperty: "vendor" }, message: "must have required property 'vendor'" };
              vErrors === null ? vErrors = [err41] : vErrors.length < 1e3 && vErrors.push(err41), errors++;
            }
            if (data11.memoryBytes === void 0) {
              const err42 = { instancePath: instancePath + "/gpus/" + i1, schemaPath: "#/definitions/gpu/required", keyword: "required", params: { missingProperty: "memoryBytes" }, message: "must have required property 'memoryBytes'" };
              vErrors === null ? vErrors = [err42] : vErrors.length < 1e3 && vErrors.push(err42), errors++;
            }
            if (data11.score === void 0) {
              const err43 = { instancePath: instancePath + "/gpus/" + i1, schemaPath: "#/definitions/gpu/required", keyword: "required", params: { missingProperty: "score" }, message: "must have required property 'score'" };
              vErrors === null ? vErrors = [err43] : vErrors.length < 1e3 && vErrors.push(err43), errors++;
            }
            if (data11.gres === void 0) {
              const err44 = { instancePath: instancePath + "/gpus/" + i1, schemaPath: "#/definitions/gpu/required", keyword: "required", params: { missingProperty: "gres" }, message: "must have required property 'gres'" };
              vErrors === null ? vErrors = [err44] : vErrors.length < 1e3 && vErrors.push(err44), errors++;
            }
            if (data11.cpus === void 0) {
              const err45 = { instancePath: instancePath + "/gpus/" + i1, schemaPath: "#/definitions/gpu/required", keyword: "required", params: { missingProperty: "cpus" }, message: "must have required property 'cpus'" };
              vErrors === null ? vErrors = [err45] : vErrors.length < 1e3 && vErrors.push(err45), errors++;
            }
            if (data11.parent === void 0) {
              const err46 = { instancePath: instancePath + "/gpus/" + i1, schemaPath: "#/definitions/gpu/required", keyword: "required", params: { missingProperty: "parent" }, message: "must have required property 'parent'" };
              vErrors === null ? vErrors = [err46] : vErrors.length < 1e3 && vErrors.push(err46), errors++;
            }
            if (data11.index !== void 0) {
              let data12 = data11.index;
              if (!(typeof data12 == "number" && !(data12 % 1) && !isNaN(data12) && isFinite(data12))) {
                const err47 = { instancePath: instancePath + "/gpus/" + i1 + "/index", schemaPath: "#/definitions/gpu/properties/index/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                vErrors === null ? vErrors = [err47] : vErrors.length < 1e3 && vErrors.push(err47), errors++;
              }
              if (typeof data12 == "number" && isFinite(data12)) {
                if (data12 > 65535 || isNaN(data12)) {
                  const err48 = { instancePath: instancePath + "/gpus/" + i1 + "/index", schemaPath: "#/definitions/gpu/properties/index/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
                  vErrors === null ? vErrors = [err48] : vErrors.length < 1e3 && vErrors.push(err48), errors++;
                }
                if (data12 < 0 || isNaN(data12)) {
                  const err49 = { instancePath: instancePath + "/gpus/" + i1 + "/index", schemaPath: "#/definitions/gpu/properties/index/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                  vErrors === null ? vErrors = [err49] : vErrors.length < 1e3 && vErrors.push(err49), errors++;
                }
              }
            }
            if (data11.uuid !== void 0) {
              let data13 = data11.uuid;
              if (typeof data13 != "string" && data13 !== null) {
                const err50 = { instancePath: instancePath + "/gpus/" + i1 + "/uuid", schemaPath: "#/definitions/gpu/properties/uuid/type", keyword: "type", params: { type: schema60.properties.uuid.type }, message: "must be string,null" };
                vErrors === null ? vErrors = [err50] : vErrors.length < 1e3 && vErrors.push(err50), errors++;
              }
              if (typeof data13 == "string") {
                if (func3(data13) > 128) {
                  const err51 = { instancePath: instancePath + "/gpus/" + i1 + "/uuid", schemaPath: "#/definitions/gpu/properties/uuid/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
                  vErrors === null ? vErrors = [err51] : vErrors.length < 1e3 && vErrors.push(err51), errors++;
                }
                if (!pattern30.test(data13)) {
                  const err52 = { instancePath: instancePath + "/gpus/" + i1 + "/uuid", schemaPath: "#/definitions/gpu/properties/uuid/pattern", keyword: "pattern", params: { pattern: "^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]*$" }, message: 'must match pattern "^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]*$"' };
                  vErrors === null ? vErrors = [err52] : vErrors.length < 1e3 && vErrors.push(err52), errors++;
                }
              }
            }
            if (data11.model !== void 0) {
              let data14 = data11.model;
              if (typeof data14 != "string" && data14 !== null) {
                const err53 = { instancePath: instancePath + "/gpus/" + i1 + "/model", schemaPath: "#/definitions/gpu/properties/model/type", keyword: "type", params: { type: schema60.properties.model.type }, message: "must be string,null" };
                vErrors === null ? vErrors = [err53] : vErrors.length < 1e3 && vErrors.push(err53), errors++;
              }
              if (typeof data14 == "string") {
                if (func3(data14) > 128) {
                  const err54 = { instancePath: instancePath + "/gpus/" + i1 + "/model", schemaPath: "#/definitions/gpu/properties/model/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
                  vErrors === null ? vErrors = [err54] : vErrors.length < 1e3 && vErrors.push(err54), errors++;
                }
                if (!pattern1.test(data14)) {
                  const err55 = { instancePath: instancePath + "/gpus/" + i1 + "/model", schemaPath: "#/definitions/gpu/properties/model/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$"' };
                  vErrors === null ? vErrors = [err55] : vErrors.length < 1e3 && vErrors.push(err55), errors++;
                }
              }
            }
            if (data11.vendor !== void 0) {
              let data15 = data11.vendor;
              if (!(data15 === "nvidia" || data15 === "amd" || data15 === "intel")) {
                const err56 = { instancePath: instancePath + "/gpus/" + i1 + "/vendor", schemaPath: "#/definitions/gpu/properties/vendor/enum", keyword: "enum", params: { allowedValues: schema60.properties.vendor.enum }, message: "must be equal to one of the allowed values" };
                vErrors === null ? vErrors = [err56] : vErrors.length < 1e3 && vErrors.push(err56), errors++;
              }
            }
            if (data11.memoryBytes !== void 0) {
              let data16 = data11.memoryBytes;
              if (!(typeof data16 == "number" && !(data16 % 1) && !isNaN(data16) && isFinite(data16)) && data16 !== null) {
                const err57 = { instancePath: instancePath + "/gpus/" + i1 + "/memoryBytes", schemaPath: "#/definitions/gpu/properties/memoryBytes/type", keyword: "type", params: { type: schema60.properties.memoryBytes.type }, message: "must be integer,null" };
                vErrors === null ? vErrors = [err57] : vErrors.length < 1e3 && vErrors.push(err57), errors++;
              }
              if (typeof data16 == "number" && isFinite(data16)) {
                if (data16 > 9007199254740991 || isNaN(data16)) {
                  const err58 = { instancePath: instancePath + "/gpus/" + i1 + "/memoryBytes", schemaPath: "#/definitions/gpu/properties/memoryBytes/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
                  vErrors === null ? vErrors = [err58] : vErrors.length < 1e3 && vErrors.push(err58), errors++;
                }
                if (data16 < 1 || isNaN(data16)) {
                  const err59 = { instancePath: instancePath + "/gpus/" + i1 + "/memoryBytes", schemaPath: "#/definitions/gpu/properties/memoryBytes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                  vErrors === null ? vErrors = [err59] : vErrors.length < 1e3 && vErrors.push(err59), errors++;
                }
              }
            }
            if (data11.score !== void 0) {
              let data17 = data11.score;
              if (!(typeof data17 == "number" && isFinite(data17)) && data17 !== null) {
                const err60 = { instancePath: instancePath + "/gpus/" + i1 + "/score", schemaPath: "#/definitions/gpu/properties/score/type", keyword: "type", params: { type: schema60.properties.score.type }, message: "must be number,null" };
                vErrors === null ? vErrors = [err60] : vErrors.length < 1e3 && vErrors.push(err60), errors++;
              }
              if (typeof data17 == "number" && isFinite(data17) && (data17 <= 0 || isNaN(data17))) {
                const err61 = { instancePath: instancePath + "/gpus/" + i1 + "/score", schemaPath: "#/definitions/gpu/properties/score/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
                vErrors === null ? vErrors = [err61] : vErrors.length < 1e3 && vErrors.push(err61), errors++;
              }
            }
            if (data11.pace !== void 0) {
              let data18 = data11.pace;
              if (!(typeof data18 == "number" && isFinite(data18)) && data18 !== null) {
                const err62 = { instancePath: instancePath + "/gpus/" + i1 + "/pace", schemaPath: "#/definitions/gpu/properties/pace/type", keyword: "type", params: { type: schema60.properties.pace.type }, message: "must be number,null" };
                vErrors === null ? vErrors = [err62] : vErrors.length < 1e3 && vErrors.push(err62), errors++;
              }
              if (typeof data18 == "number" && isFinite(data18) && (data18 <= 0 || isNaN(data18))) {
                const err63 = { instancePath: instancePath + "/gpus/" + i1 + "/pace", schemaPath: "#/definitions/gpu/properties/pace/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
                vErrors === null ? vErrors = [err63] : vErrors.length < 1e3 && vErrors.push(err63), errors++;
              }
            }
            if (data11.fixedSeconds !== void 0) {
              let data19 = data11.fixedSeconds;
              if (!(typeof data19 == "number" && isFinite(data19)) && data19 !== null) {
                const err64 = { instancePath: instancePath + "/gpus/" + i1 + "/fixedSeconds", schemaPath: "#/definitions/gpu/properties/fixedSeconds/type", keyword: "type", params: { type: schema60.properties.fixedSeconds.type }, message: "must be number,null" };
                vErrors === null ? vErrors = [err64] : vErrors.length < 1e3 && vErrors.push(err64), errors++;
              }
              if (typeof data19 == "number" && isFinite(data19)) {
                if (data19 > 86400 || isNaN(data19)) {
                  const err65 = { instancePath: instancePath + "/gpus/" + i1 + "/fixedSeconds", schemaPath: "#/definitions/gpu/properties/fixedSeconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 }, message: "must be <= 86400" };
                  vErrors === null ? vErrors = [err65] : vErrors.length < 1e3 && vErrors.push(err65), errors++;
                }
                if (data19 < 0 || isNaN(data19)) {
                  const err66 = { instancePath: instancePath + "/gpus/" + i1 + "/fixedSeconds", schemaPath: "#/definitions/gpu/properties/fixedSeconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                  vErrors === null ? vErrors = [err66] : vErrors.length < 1e3 && vErrors.push(err66), errors++;
                }
              }
            }
            if (data11.maxSamples !== void 0) {
              let data20 = data11.maxSamples;
              if (!(typeof data20 == "number" && !(data20 % 1) && !isNaN(data20) && isFinite(data20)) && data20 !== null) {
                const err67 = { instancePath: instancePath + "/gpus/" + i1 + "/maxSamples", schemaPath: "#/definitions/gpu/properties/maxSamples/type", keyword: "type", params: { type: schema60.properties.maxSamples.type }, message: "must be integer,null" };
                vErrors === null ? vErrors = [err67] : vErrors.length < 1e3 && vErrors.push(err67), errors++;
              }
              if (typeof data20 == "number" && isFinite(data20)) {
                if (data20 > 9007199254740991 || isNaN(data20)) {
                  const err68 = { instancePath: instancePath + "/gpus/" + i1 + "/maxSamples", schemaPath: "#/definitions/gpu/properties/maxSamples/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
                  vErrors === null ? vErrors = [err68] : vErrors.length < 1e3 && vErrors.push(err68), errors++;
                }
                if (data20 < 1 || isNaN(data20)) {
                  const err69 = { instancePath: instancePath + "/gpus/" + i1 + "/maxSamples", schemaPath: "#/definitions/gpu/properties/maxSamples/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                  vErrors === null ? vErrors = [err69] : vErrors.length < 1e3 && vErrors.push(err69), errors++;
                }
              }
            }
            if (data11.gres !== void 0) {
              let data21 = data11.gres;
              if (typeof data21 != "string" && data21 !== null) {
                const err70 = { instancePath: instancePath + "/gpus/" + i1 + "/gres", schemaPath: "#/definitions/gpu/properties/gres/type", keyword: "type", params: { type: schema60.properties.gres.type }, message: "must be string,null" };
                vErrors === null ? vErrors = [err70] : vErrors.length < 1e3 && vErrors.push(err70), errors++;
              }
              if (typeof data21 == "string") {
                if (func3(data21) > 128) {
                  const err71 = { instancePath: instancePath + "/gpus/" + i1 + "/gres", schemaPath: "#/definitions/gpu/properties/gres/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
                  vErrors === null ? vErrors = [err71] : vErrors.length < 1e3 && vErrors.push(err71), errors++;
                }
                if (!pattern0.test(data21)) {
                  const err72 = { instancePath: instancePath + "/gpus/" + i1 + "/gres", schemaPath: "#/definitions/gpu/properties/gres/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._-]*$"' };
                  vErrors === null ? vErrors = [err72] : vErrors.length < 1e3 && vErrors.push(err72), errors++;
                }
              }
            }
            if (data11.cpus !== void 0) {
              let data22 = data11.cpus;
              if (typeof data22 != "string" && data22 !== null) {
                const err73 = { instancePath: instancePath + "/gpus/" + i1 + "/cpus", schemaPath: "#/definitions/gpu/properties/cpus/type", keyword: "type", params: { type: schema60.properties.cpus.type }, message: "must be string,null" };
                vErrors === null ? vErrors = [err73] : vErrors.length < 1e3 && vErrors.push(err73), errors++;
              }
              if (typeof data22 == "string") {
                if (func3(data22) > 4096) {
                  const err74 = { instancePath: instancePath + "/gpus/" + i1 + "/cpus", schemaPath: "#/definitions/gpu/properties/cpus/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
                  vErrors === null ? vErrors = [err74] : vErrors.length < 1e3 && vErrors.push(err74), errors++;
                }
                if (!pattern94.test(data22)) {
                  const err75 = { instancePath: instancePath + "/gpus/" + i1 + "/cpus", schemaPath: "#/definitions/gpu/properties/cpus/pattern", keyword: "pattern", params: { pattern: "^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$" }, message: 'must match pattern "^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$"' };
                  vErrors === null ? vErrors = [err75] : vErrors.length < 1e3 && vErrors.push(err75), errors++;
                }
              }
            }
            if (data11.parent !== void 0) {
              let data23 = data11.parent;
              if (!(typeof data23 == "number" && !(data23 % 1) && !isNaN(data23) && isFinite(data23)) && data23 !== null) {
                const err76 = { instancePath: instancePath + "/gpus/" + i1 + "/parent", schemaPath: "#/definitions/gpu/properties/parent/type", keyword: "type", params: { type: schema60.properties.parent.type }, message: "must be integer,null" };
                vErrors === null ? vErrors = [err76] : vErrors.length < 1e3 && vErrors.push(err76), errors++;
              }
              if (typeof data23 == "number" && isFinite(data23)) {
                if (data23 > 65535 || isNaN(data23)) {
                  const err77 = { instancePath: instancePath + "/gpus/" + i1 + "/parent", schemaPath: "#/definitions/gpu/properties/parent/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
                  vErrors === null ? vErrors = [err77] : vErrors.length < 1e3 && vErrors.push(err77), errors++;
                }
                if (data23 < 0 || isNaN(data23)) {
                  const err78 = { instancePath: instancePath + "/gpus/" + i1 + "/parent", schemaPath: "#/definitions/gpu/properties/parent/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                  vErrors === null ? vErrors = [err78] : vErrors.length < 1e3 && vErrors.push(err78), errors++;
                }
              }
            }
            if (data11.island !== void 0) {
              let data24 = data11.island;
              if (!(typeof data24 == "number" && !(data24 % 1) && !isNaN(data24) && isFinite(data24)) && data24 !== null) {
                const err79 = { instancePath: instancePath + "/gpus/" + i1 + "/island", schemaPath: "#/definitions/gpu/properties/island/type", keyword: "type", params: { type: schema60.properties.island.type }, message: "must be integer,null" };
                vErrors === null ? vErrors = [err79] : vErrors.length < 1e3 && vErrors.push(err79), errors++;
              }
              if (typeof data24 == "number" && isFinite(data24)) {
                if (data24 > 65535 || isNaN(data24)) {
                  const err80 = { instancePath: instancePath + "/gpus/" + i1 + "/island", schemaPath: "#/definitions/gpu/properties/island/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
                  vErrors === null ? vErrors = [err80] : vErrors.length < 1e3 && vErrors.push(err80), errors++;
                }
                if (data24 < 0 || isNaN(data24)) {
                  const err81 = { instancePath: instancePath + "/gpus/" + i1 + "/island", schemaPath: "#/definitions/gpu/properties/island/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                  vErrors === null ? vErrors = [err81] : vErrors.length < 1e3 && vErrors.push(err81), errors++;
                }
              }
            }
          } else {
            const err82 = { instancePath: instancePath + "/gpus/" + i1, schemaPath: "#/definitions/gpu/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err82] : vErrors.length < 1e3 && vErrors.push(err82), errors++;
          }
        }
      } else {
        const err83 = { instancePath: instancePath + "/gpus", schemaPath: "#/properties/gpus/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err83] : vErrors.length < 1e3 && vErrors.push(err83), errors++;
      }
    }
    if (data.spare !== void 0 && typeof data.spare != "boolean") {
      const err84 = { instancePath: instancePath + "/spare", schemaPath: "#/properties/spare/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      vErrors === null ? vErrors = [err84] : vErrors.length < 1e3 && vErrors.push(err84), errors++;
    }
    if (data.cpuRanks !== void 0) {
      let data26 = data.cpuRanks;
      if (!(typeof data26 == "number" && !(data26 % 1) && !isNaN(data26) && isFinite(data26))) {
        const err85 = { instancePath: instancePath + "/cpuRanks", schemaPath: "#/properties/cpuRanks/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err85] : vErrors.length < 1e3 && vErrors.push(err85), errors++;
      }
      if (typeof data26 == "number" && isFinite(data26)) {
        if (data26 > 65536 || isNaN(data26)) {
          const err86 = { instancePath: instancePath + "/cpuRanks", schemaPath: "#/properties/cpuRanks/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65536 }, message: "must be <= 65536" };
          vErrors === null ? vErrors = [err86] : vErrors.length < 1e3 && vErrors.push(err86), errors++;
        }
        if (data26 < 0 || isNaN(data26)) {
          const err87 = { instancePath: instancePath + "/cpuRanks", schemaPath: "#/properties/cpuRanks/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err87] : vErrors.length < 1e3 && vErrors.push(err87), errors++;
        }
      }
    }
    if (data.cpuSlot !== void 0) {
      let data27 = data.cpuSlot;
      if (!(data27 && typeof data27 == "object" && !Array.isArray(data27)) && data27 !== null) {
        const err88 = { instancePath: instancePath + "/cpuSlot", schemaPath: "#/properties/cpuSlot/type", keyword: "type", params: { type: schema59.properties.cpuSlot.type }, message: "must be object,null" };
        vErrors === null ? vErrors = [err88] : vErrors.length < 1e3 && vErrors.push(err88), errors++;
      }
      if (data27 && typeof data27 == "object" && !Array.isArray(data27)) {
        if (data27.score === void 0) {
          const err89 = { instancePath: instancePath + "/cpuSlot", schemaPath: "#/properties/cpuSlot/required", keyword: "required", params: { missingProperty: "score" }, message: "must have required property 'score'" };
          vErrors === null ? vErrors = [err89] : vErrors.length < 1e3 && vErrors.push(err89), errors++;
        }
        if (data27.fixedSeconds === void 0) {
          const err90 = { instancePath: instancePath + "/cpuSlot", schemaPath: "#/properties/cpuSlot/required", keyword: "required", params: { missingProperty: "fixedSeconds" }, message: "must have required property 'fixedSeconds'" };
          vErrors === null ? vErrors = [err90] : vErrors.length < 1e3 && vErrors.push(err90), errors++;
        }
        if (data27.maxSamples === void 0) {
          const err91 = { instancePath: instancePath + "/cpuSlot", schemaPath: "#/properties/cpuSlot/required", keyword: "required", params: { missingProperty: "maxSamples" }, message: "must have required property 'maxSamples'" };
          vErrors === null ? vErrors = [err91] : vErrors.length < 1e3 && vErrors.push(err91), errors++;
        }
        if (data27.memoryBytes === void 0) {
          const err92 = { instancePath: instancePath + "/cpuSlot", schemaPath: "#/properties/cpuSlot/required", keyword: "required", params: { missingProperty: "memoryBytes" }, message: "must have required property 'memoryBytes'" };
          vErrors === null ? vErrors = [err92] : vErrors.length < 1e3 && vErrors.push(err92), errors++;
        }
        if (data27.score !== void 0) {
          let data28 = data27.score;
          if (!(typeof data28 == "number" && isFinite(data28)) && data28 !== null) {
            const err93 = { instancePath: instancePath + "/cpuSlot/score", schemaPath: "#/properties/cpuSlot/properties/score/type", keyword: "type", params: { type: schema59.properties.cpuSlot.properties.score.type }, message: "must be number,null" };
            vErrors === null ? vErrors = [err93] : vErrors.length < 1e3 && vErrors.push(err93), errors++;
          }
          if (typeof data28 == "number" && isFinite(data28) && (data28 <= 0 || isNaN(data28))) {
            const err94 = { instancePath: instancePath + "/cpuSlot/score", schemaPath: "#/properties/cpuSlot/properties/score/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" };
            vErrors === null ? vErrors = [err94] : vErrors.length < 1e3 && vErrors.push(err94), errors++;
          }
        }
        if (data27.fixedSeconds !== void 0) {
          let data29 = data27.fixedSeconds;
          if (!(typeof data29 == "number" && isFinite(data29)) && data29 !== null) {
            const err95 = { instancePath: instancePath + "/cpuSlot/fixedSeconds", schemaPath: "#/properties/cpuSlot/properties/fixedSeconds/type", keyword: "type", params: { type: schema59.properties.cpuSlot.properties.fixedSeconds.type }, message: "must be number,null" };
            vErrors === null ? vErrors = [err95] : vErrors.length < 1e3 && vErrors.push(err95), errors++;
          }
          if (typeof data29 == "number" && isFinite(data29)) {
            if (data29 > 86400 || isNaN(data29)) {
              const err96 = { instancePath: instancePath + "/cpuSlot/fixedSeconds", schemaPath: "#/properties/cpuSlot/properties/fixedSeconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 }, message: "must be <= 86400" };
              vErrors === null ? vErrors = [err96] : vErrors.length < 1e3 && vErrors.push(err96), errors++;
            }
            if (data29 < 0 || isNaN(data29)) {
              const err97 = { instancePath: instancePath + "/cpuSlot/fixedSeconds", schemaPath: "#/properties/cpuSlot/properties/fixedSeconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err97] : vErrors.length < 1e3 && vErrors.push(err97), errors++;
            }
          }
        }
        if (data27.maxSamples !== void 0) {
          let data30 = data27.maxSamples;
          if (!(typeof data30 == "number" && !(data30 % 1) && !isNaN(data30) && isFinite(data30)) && data30 !== null) {
            const err98 = { instancePath: instancePath + "/cpuSlot/maxSamples", schemaPath: "#/properties/cpuSlot/properties/maxSamples/type", keyword: "type", params: { type: schema59.properties.cpuSlot.properties.maxSamples.type }, message: "must be integer,null" };
            vErrors === null ? vErrors = [err98] : vErrors.length < 1e3 && vErrors.push(err98), errors++;
          }
          if (typeof data30 == "number" && isFinite(data30)) {
            if (data30 > 9007199254740991 || isNaN(data30)) {
              const err99 = { instancePath: instancePath + "/cpuSlot/maxSamples", schemaPath: "#/properties/cpuSlot/properties/maxSamples/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err99] : vErrors.length < 1e3 && vErrors.push(err99), errors++;
            }
            if (data30 < 1 || isNaN(data30)) {
              const err100 = { instancePath: instancePath + "/cpuSlot/maxSamples", schemaPath: "#/properties/cpuSlot/properties/maxSamples/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err100] : vErrors.length < 1e3 && vErrors.push(err100), errors++;
            }
          }
        }
        if (data27.memoryBytes !== void 0) {
          let data31 = data27.memoryBytes;
          if (!(typeof data31 == "number" && !(data31 % 1) && !isNaN(data31) && isFinite(data31)) && data31 !== null) {
            const err101 = { instancePath: instancePath + "/cpuSlot/memoryBytes", schemaPath: "#/properties/cpuSlot/properties/memoryBytes/type", keyword: "type", params: { type: schema59.properties.cpuSlot.properties.memoryBytes.type }, message: "must be integer,null" };
            vErrors === null ? vErrors = [err101] : vErrors.length < 1e3 && vErrors.push(err101), errors++;
          }
          if (typeof data31 == "number" && isFinite(data31)) {
            if (data31 > 9007199254740991 || isNaN(data31)) {
              const err102 = { instancePath: instancePath + "/cpuSlot/memoryBytes", schemaPath: "#/properties/cpuSlot/properties/memoryBytes/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err102] : vErrors.length < 1e3 && vErrors.push(err102), errors++;
            }
            if (data31 < 1 || isNaN(data31)) {
              const err103 = { instancePath: instancePath + "/cpuSlot/memoryBytes", schemaPath: "#/properties/cpuSlot/properties/memoryBytes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err103] : vErrors.length < 1e3 && vErrors.push(err103), errors++;
            }
          }
        }
      }
    }
  } else {
    const err104 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err104] : vErrors.length < 1e3 && vErrors.push(err104), errors++;
  }
  return validate27.errors = vErrors, errors === 0;
}
const planRank = validate28, schema61 = { type: "object", additionalProperties: !0, required: ["rank", "node", "localRank", "gpu", "cpuSlot", "share", "why"], properties: { rank: { type: "integer", minimum: 0, maximum: 2097151 }, node: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 256 }, localRank: { type: "integer", minimum: 0, maximum: 2097151 }, gpu: { type: ["integer", "null"], minimum: 0, maximum: 65535 }, gpus: { type: ["array", "null"], minItems: 2, maxItems: 65536, items: { type: "integer", minimum: 0, maximum: 65535 } }, cpuSlot: { type: ["integer", "null"], minimum: 0, maximum: 65535 }, share: { type: ["integer", "null"], minimum: 1, maximum: 9007199254740991 }, why: { type: "string", pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 1024 } } };
function validate28(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.rank === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "rank" }, message: "must have required property 'rank'" };
      vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
    }
    if (data.node === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "node" }, message: "must have required property 'node'" };
      vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
    }
    if (data.localRank === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "localRank" }, message: "must have required property 'localRank'" };
      vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
    }
    if (data.gpu === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "gpu" }, message: "must have required property 'gpu'" };
      vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
    }
    if (data.cpuSlot === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "cpuSlot" }, message: "must have required property 'cpuSlot'" };
      vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
    }
    if (data.share === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "share" }, message: "must have required property 'share'" };
      vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
    }
    if (data.why === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "why" }, message: "must have required property 'why'" };
      vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
    }
    if (data.rank !== void 0) {
      let data0 = data.rank;
      if (!(typeof data0 == "number" && !(data0 % 1) && !isNaN(data0) && isFinite(data0))) {
        const err7 = { instancePath: instancePath + "/rank", schemaPath: "#/properties/rank/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
      }
      if (typeof data0 == "number" && isFinite(data0)) {
        if (data0 > 2097151 || isNaN(data0)) {
          const err8 = { instancePath: instancePath + "/rank", schemaPath: "#/properties/rank/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097151 }, message: "must be <= 2097151" };
          vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
        }
        if (data0 < 0 || isNaN(data0)) {
          const err9 = { instancePath: instancePath + "/rank", schemaPath: "#/properties/rank/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
        }
      }
    }
    if (data.node !== void 0) {
      let data1 = data.node;
      if (typeof data1 == "string") {
        if (func3(data1) > 256) {
          const err10 = { instancePath: instancePath + "/node", schemaPath: "#/properties/node/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
          vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
        }
        if (!pattern0.test(data1)) {
          const err11 = { instancePath: instancePath + "/node", schemaPath: "#/properties/node/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._-]*$"' };
          vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
        }
      } else {
        const err12 = { instancePath: instancePath + "/node", schemaPath: "#/properties/node/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
      }
    }
    if (data.localRank !== void 0) {
      let data2 = data.localRank;
      if (!(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
        const err13 = { instancePath: instancePath + "/localRank", schemaPath: "#/properties/localRank/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 > 2097151 || isNaN(data2)) {
          const err14 = { instancePath: instancePath + "/localRank", schemaPath: "#/properties/localRank/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097151 }, message: "must be <= 2097151" };
          vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
        }
        if (data2 < 0 || isNaN(data2)) {
          const err15 = { instancePath: instancePath + "/localRank", schemaPath: "#/properties/localRank/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
        }
      }
    }
    if (data.gpu !== void 0) {
      let data3 = data.gpu;
      if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3)) && data3 !== null) {
        const err16 = { instancePath: instancePath + "/gpu", schemaPath: "#/properties/gpu/type", keyword: "type", params: { type: schema61.properties.gpu.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
      }
      if (typeof data3 == "number" && isFinite(data3)) {
        if (data3 > 65535 || isNaN(data3)) {
          const err17 = { instancePath: instancePath + "/gpu", schemaPath: "#/properties/gpu/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
          vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
        }
        if (data3 < 0 || isNaN(data3)) {
          const err18 = { instancePath: instancePath + "/gpu", schemaPath: "#/properties/gpu/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
        }
      }
    }
    if (data.gpus !== void 0) {
      let data4 = data.gpus;
      if (!Array.isArray(data4) && data4 !== null) {
        const err19 = { instancePath: instancePath + "/gpus", schemaPath: "#/properties/gpus/type", keyword: "type", params: { type: schema61.properties.gpus.type }, message: "must be array,null" };
        vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
      }
      if (Array.isArray(data4)) {
        if (data4.length > 65536) {
          const err20 = { instancePath: instancePath + "/gpus", schemaPath: "#/properties/gpus/maxItems", keyword: "maxItems", params: { limit: 65536 }, message: "must NOT have more than 65536 items" };
          vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
        }
        if (data4.length < 2) {
          const err21 = { instancePath: instancePath + "/gpus", schemaPath: "#/properties/gpus/minItems", keyword: "minItems", params: { limit: 2 }, message: "must NOT have fewer than 2 items" };
          vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
        }
        const len0 = data4.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data5 = data4[i0];
          if (!(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5) && isFinite(data5))) {
            const err22 = { instancePath: instancePath + "/gpus/" + i0, schemaPath: "#/properties/gpus/items/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
          }
          if (typeof data5 == "number" && isFinite(data5)) {
            if (data5 > 65535 || isNaN(data5)) {
              const err23 = { instancePath: instancePath + "/gpus/" + i0, schemaPath: "#/properties/gpus/items/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
              vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
            }
            if (data5 < 0 || isNaN(data5)) {
              const err24 = { instancePath: instancePath + "/gpus/" + i0, schemaPath: "#/properties/gpus/items/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
            }
          }
        }
      }
    }
    if (data.cpuSlot !== void 0) {
      let data6 = data.cpuSlot;
      if (!(typeof data6 == "number" && !(data6 % 1) && !isNaN(data6) && isFinite(data6)) && data6 !== null) {
        const err25 = { instancePath: instancePath + "/cpuSlot", schemaPath: "#/properties/cpuSlot/type", keyword: "type", params: { type: schema61.properties.cpuSlot.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
      }
      if (typeof data6 == "number" && isFinite(data6)) {
        if (data6 > 65535 || isNaN(data6)) {
          const err26 = { instancePath: instancePath + "/cpuSlot", schemaPath: "#/properties/cpuSlot/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
          vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
        }
        if (data6 < 0 || isNaN(data6)) {
          const err27 = { instancePath: instancePath + "/cpuSlot", schemaPath: "#/properties/cpuSlot/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
          vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
        }
      }
    }
    if (data.share !== void 0) {
      let data7 = data.share;
      if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7) && isFinite(data7)) && data7 !== null) {
        const err28 = { instancePath: instancePath + "/share", schemaPath: "#/properties/share/type", keyword: "type", params: { type: schema61.properties.share.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err28] : vErrors.length < 1e3 && vErrors.push(err28), errors++;
      }
      if (typeof data7 == "number" && isFinite(data7)) {
        if (data7 > 9007199254740991 || isNaN(data7)) {
          const err29 = { instancePath: instancePath + "/share", schemaPath: "#/properties/share/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
          vErrors === null ? vErrors = [err29] : vErrors.length < 1e3 && vErrors.push(err29), errors++;
        }
        if (data7 < 1 || isNaN(data7)) {
          const err30 = { instancePath: instancePath + "/share", schemaPath: "#/properties/share/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          vErrors === null ? vErrors = [err30] : vErrors.length < 1e3 && vErrors.push(err30), errors++;
        }
      }
    }
    if (data.why !== void 0) {
      let data8 = data.why;
      if (typeof data8 == "string") {
        if (func3(data8) > 1024) {
          const err31 = { instancePath: instancePath + "/why", schemaPath: "#/properties/why/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" };
          vErrors === null ? vErrors = [err31] : vErrors.length < 1e3 && vErrors.push(err31), errors++;
        }
        if (!pattern6.test(data8)) {
          const err32 = { instancePath: instancePath + "/why", schemaPath: "#/properties/why/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
          vErrors === null ? vErrors = [err32] : vErrors.length < 1e3 && vErrors.push(err32), errors++;
        }
      } else {
        const err33 = { instancePath: instancePath + "/why", schemaPath: "#/properties/why/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err33] : vErrors.length < 1e3 && vErrors.push(err33), errors++;
      }
    }
  } else {
    const err34 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err34] : vErrors.length < 1e3 && vErrors.push(err34), errors++;
  }
  return validate28.errors = vErrors, errors === 0;
}
const plan = validate26, schema58 = { $schema: "http://json-schema.org/draft-07/schema#", $id: "urn:rankplan:schema:plan:1", type: "object", additionalProperties: !0, required: ["formatVersion", "name", "worldSize", "backend", "visibility", "master", "mapping", "workload", "launch", "slurm", "nodes", "ranks"], properties: { formatVersion: { type: "string", pattern: "^[0-9]+\\.[0-9]+$", maxLength: 16 }, name: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 128 }, worldSize: { type: "integer", minimum: 1, maximum: 2097152 }, backend: { enum: ["nccl", "gloo", "none"] }, visibility: { enum: ["ordered", "isolated", "own"] }, master: { type: "object", additionalProperties: !0, required: ["node", "address", "port"], properties: { node: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 256 }, address: { type: ["string", "null"], pattern: "^[A-Za-z0-9:][A-Za-z0-9._:-]*$", maxLength: 512 }, port: { type: ["integer", "string"], minimum: 1, maximum: 65535, pattern: "^auto$" } } }, mapping: { type: "object", additionalProperties: !0, required: ["strategy", "by", "order", "ranksPerGpu", "exclude"], properties: { strategy: { enum: ["sequential", "explicit", "performance-ranked"] }, by: { type: "string", maxLength: 64, pattern: "^[A-Za-z][A-Za-z0-9_.:-]*$" }, tolerance: { type: ["number", "null"], minimum: 0, maximum: 0.5 }, order: { enum: ["block", "cyclic", "score", null] }, ranksPerGpu: { type: "integer", minimum: 1, maximum: 1024 }, gpusPerRank: { type: ["integer", "string"], minimum: 1, maximum: 1024, pattern: "^node$" }, exclude: { type: "array", items: { type: "string", minLength: 1, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 512 }, maxItems: 8388608 } } }, workload: { type: ["object", "null"], additionalProperties: !0, required: ["globalBatch", "shares", "multipleOf"], properties: { globalBatch: { type: "integer", minimum: 1, maximum: 9007199254740991 }, shares: { enum: ["proportional", "equal", "optimal", "explicit"] }, multipleOf: { type: "integer", minimum: 1, maximum: 9007199254740991 }, sampleBytes: { type: ["integer", "null"], minimum: 1, maximum: 9007199254740991 }, reserveBytes: { type: ["integer", "null"], minimum: 0, maximum: 9007199254740991 } } }, stages: { type: ["object", "null"], additionalProperties: !0, required: ["counts", "layers", "embedding", "head", "memory"], properties: { counts: { type: "array", minItems: 1, maxItems: 1e3, items: { type: "integer", minimum: 1, maximum: 1e3 } }, layers: { type: "array", minItems: 1, maxItems: 1e3, items: { type: "object", additionalProperties: !0, required: ["count", "cost"], properties: { count: { type: "integer", minimum: 1, maximum: 1e3 }, cost: { type: "number", minimum: 1e-6, maximum: 1e3 } } } }, embedding: { type: "number", minimum: 0, maximum: 1e3 }, head: { type: "number", minimum: 0, maximum: 1e3 }, memory: { type: ["object", "null"], additionalProperties: !0, required: ["perLayer", "embedding", "head", "reserve"], properties: { perLayer: { type: "integer", minimum: 1, maximum: 9007199254740991 }, embedding: { type: "integer", minimum: 0, maximum: 9007199254740991 }, head: { type: "integer", minimum: 0, maximum: 9007199254740991 }, reserve: { type: "integer", minimum: 0, maximum: 9007199254740991 } } } } }, launch: { type: "object", additionalProperties: !0, required: ["command", "setup", "wrap", "workdir", "addressing", "groupSize", "env", "graceSeconds"], properties: { command: { type: ["array", "null"], minItems: 1, items: { type: "string", pattern: "^[^\\u0000]*$", maxLength: 65536 }, maxItems: 1e4 }, setup: { type: "array", items: { type: "string", pattern: "^[^\\u0000]*$", maxLength: 65536 }, maxItems: 1e3 }, wrap: { type: ["array", "null"], minItems: 1, items: { type: "string", pattern: "^[^\\u0000]*$", maxLength: 65536 }, maxItems: 1e4 }, workdir: { type: ["string", "null"], minLength: 1, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 4096 }, addressing: { enum: ["index", "uuid"] }, groupSize: { type: ["integer", "null"], minimum: 1, maximum: 2097152 }, groupWithin: { type: ["string", "null"], pattern: "^[A-Za-z][A-Za-z0-9_-]*$", maxLength: 64 }, parallel: { type: ["object", "null"], additionalProperties: !0, required: ["tp", "cp", "ep", "dp", "pp", "order"], properties: { tp: { type: "integer", minimum: 1, maximum: 2097152 }, cp: { type: "integer", minimum: 1, maximum: 2097152 }, ep: { type: "integer", minimum: 1, maximum: 2097152 }, dp: { type: "integer", minimum: 1, maximum: 2097152 }, pp: { type: "integer", minimum: 1, maximum: 2097152 }, order: { type: "string", pattern: "^(tp|cp|ep|dp|pp)(-(tp|cp|ep|dp|pp)){0,4}$", maxLength: 14 } } }, env: { type: "object", propertyNames: { pattern: "^[A-Za-z_][A-Za-z0-9_]*$", maxLength: 256 }, additionalProperties: { type: "string", pattern: "^[^\\u0000]*$", maxLength: 65536 } }, software: { type: ["object", "null"], additionalProperties: { type: "string", pattern: "^[0-9][A-Za-z0-9.+_-]*$", maxLength: 64 } }, remote: { type: ["object", "null"], additionalProperties: !0, required: ["command", "user", "port", "directory"], properties: { command: { type: ["array", "null"], minItems: 1, maxItems: 1e3, items: { type: "string", pattern: "^[^\\u0000]*$", maxLength: 65536 } }, user: { type: ["string", "null"], pattern: "^[^-\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 256 }, port: { type: ["integer", "null"], minimum: 1, maximum: 65535 }, directory: { type: ["string", "null"], minLength: 1, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 4096 } } }, memory: { enum: ["near", "any"] }, graceSeconds: { type: "integer", minimum: 0, maximum: 86400 } } }, slurm: { type: ["object", "null"], additionalProperties: !0, required: ["partition", "account", "qos", "time", "constraint", "mem", "jobName", "mail", "dependency", "array", "signal", "restarts", "allocation", "gpuRequest", "taskEnv", "cpusPerTask", "directives", "setup", "srun"], properties: { partition: { type: ["string", "null"], pattern: "^[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*$", maxLength: 1024 }, account: { type: ["string", "null"], pattern: "^[A-Za-z0-9_.@-]+$", maxLength: 256 }, qos: { type: ["string", "null"], pattern: "^[A-Za-z0-9_.@-]+$", maxLength: 256 }, time: { type: ["string", "null"], pattern: "^(?![0:-]+$)([0-9]{1,9}|[0-9]+:[0-5]?[0-9]|[0-9]+:[0-5]?[0-9]:[0-5]?[0-9]|[0-9]+-([01]?[0-9]|2[0-3])(:[0-5]?[0-9]){0,2}|[Uu][Nn][Ll][Ii][Mm][Ii][Tt][Ee][Dd]|[Ii][Nn][Ff][Ii][Nn][Ii][Tt][Ee])$", maxLength: 64 }, constraint: { type: ["string", "null"], minLength: 1, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 1024 }, mem: { type: ["string", "null"], pattern: "^(none|[0-9]+[KMGTkmgt]?)$", maxLength: 64 }, jobName: { type: ["string", "null"], minLength: 1, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 256 }, mail: { type: ["object", "null"], additionalProperties: !0, required: ["user", "type"], properties: { user: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9_.+@-]*$", maxLength: 256 }, type: { type: "array", items: { enum: ["NONE", "BEGIN", "END", "FAIL", "REQUEUE", "ALL", "INVALID_DEPEND", "STAGE_OUT", "TIME_LIMIT", "TIME_LIMIT_90", "TIME_LIMIT_80", "TIME_LIMIT_50", "ARRAY_TASKS"] }, minItems: 1, maxItems: 100 } } }, dependency: { type: ["string", "null"], pattern: "^[A-Za-z0-9_:,?+-]+$", maxLength: 1024 }, array: { type: ["string", "null"], pattern: "^[0-9]{1,7}-[0-9]{1,7}%1$", maxLength: 64 }, signal: { type: ["object", "null"], additionalProperties: !0, required: ["name", "beforeSeconds"], properties: { name: { enum: ["USR1", "USR2", "TERM", "INT", "HUP"] }, beforeSeconds: { type: "integer", minimum: 0, maximum: 65535 } } }, restarts: { type: "integer", minimum: 0, maximum: 1e3 }, requeues: { type: "integer", minimum: 0, maximum: 1e3 }, allocation: { enum: ["whole", "shared"] }, exclusive: { type: "boolean" }, gpuRequest: { enum: ["per-node", "gres", "total", "none", null] }, taskEnv: { enum: ["plan", "keep"] }, cpusPerTask: { type: ["integer", "null"], minimum: 1, maximum: 65536 }, directives: { type: "object", propertyNames: { pattern: "^[a-z][a-z0-9_-]+$", maxLength: 64 }, additionalProperties: { type: ["string", "null"], minLength: 1, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 4096 } }, setup: { type: "array", items: { type: "string", pattern: "^[^\\u0000]*$", maxLength: 65536 }, maxItems: 1e3 }, container: { type: ["object", "null"], additionalProperties: !0, required: ["image", "runtime", "mounts", "workdir"], properties: { image: { type: "string", minLength: 1, pattern: "^[^-\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 4096 }, runtime: { enum: ["pyxis", "apptainer"] }, mounts: { type: "array", maxItems: 1e3, items: { type: "string", pattern: "^/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:(ro|rw))?)?$", maxLength: 8193 } }, workdir: { type: ["string", "null"], pattern: "^/[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 4096 } } }, healthCheck: { type: ["array", "null"], minItems: 1, maxItems: 1e4, items: { type: "string", pattern: "^[^\\u0000]*$", maxLength: 65536 } }, combinedLog: { type: "boolean" }, srun: { type: "array", items: { type: "string", minLength: 1, pattern: "^--[a-z][a-z0-9_-]+(=[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*)?$", maxLength: 4096 }, maxItems: 1e3 } } }, levels: { type: ["array", "null"], minItems: 1, maxItems: 32, items: { type: "string", pattern: "^(?!node$)[A-Za-z][A-Za-z0-9_-]*$", maxLength: 64 } }, nodes: { type: "array", minItems: 1, maxItems: 2097152 }, ranks: { type: "array", minItems: 1, maxItems: 2097152 } }, definitions: { gpu: { type: "object", additionalProperties: !0, required: ["index", "uuid", "model", "vendor", "memoryBytes", "score", "gres", "cpus", "parent"], properties: { index: { type: "integer", minimum: 0, maximum: 65535 }, uuid: { type: ["string", "null"], pattern: "^(GPU|MIG)-[A-Za-z0-9][A-Za-z0-9/_-]*$", maxLength: 128 }, model: { type: ["string", "null"], pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+()/-]*$", maxLength: 128 }, vendor: { enum: ["nvidia", "amd", "intel"] }, memoryBytes: { type: ["integer", "null"], minimum: 1, maximum: 9007199254740991 }, score: { type: ["number", "null"], exclusiveMinimum: 0 }, pace: { type: ["number", "null"], exclusiveMinimum: 0 }, fixedSeconds: { type: ["number", "null"], minimum: 0, maximum: 86400 }, maxSamples: { type: ["integer", "null"], minimum: 1, maximum: 9007199254740991 }, gres: { type: ["string", "null"], pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 128 }, cpus: { type: ["string", "null"], pattern: "^[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*$", maxLength: 4096 }, parent: { type: ["integer", "null"], minimum: 0, maximum: 65535 }, island: { type: ["integer", "null"], minimum: 0, maximum: 65535 } } }, node: { type: "object", additionalProperties: !0, required: ["name", "address", "bind", "class", "nodeRank", "cpus", "env", "gpus", "cpuRanks"], properties: { name: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 256 }, address: { type: ["string", "null"], pattern: "^[A-Za-z0-9:][A-Za-z0-9._:-]*$", maxLength: 512 }, bind: { enum: ["name", "job"] }, class: { type: ["integer", "null"], minimum: 0, maximum: 2097151 }, nodeRank: { type: ["integer", "null"], minimum: 0, maximum: 2097151 }, cpus: { type: ["integer", "null"], minimum: 1, maximum: 65536 }, env: { type: "object", propertyNames: { pattern: "^[A-Za-z_][A-Za-z0-9_]*$", maxLength: 256 }, additionalProperties: { type: "string", pattern: "^[^\\u0000]*$", maxLength: 65536 } }, domain: { type: ["array", "null"], maxItems: 32, items: { type: ["string", "null"], pattern: "^[A-Za-z0-9][A-Za-z0-9._:-]*$", maxLength: 128 } }, gpus: { type: "array", items: { $ref: "#/definitions/gpu" }, maxItems: 65536 }, spare: { type: "boolean" }, cpuRanks: { type: "integer", minimum: 0, maximum: 65536 }, cpuSlot: { type: ["object", "null"], additionalProperties: !0, required: ["score", "fixedSeconds", "maxSamples", "memoryBytes"], properties: { score: { type: ["number", "null"], exclusiveMinimum: 0 }, fixedSeconds: { type: ["number", "null"], minimum: 0, maximum: 86400 }, maxSamples: { type: ["integer", "null"], minimum: 1, maximum: 9007199254740991 }, memoryBytes: { type: ["integer", "null"], minimum: 1, maximum: 9007199254740991 } } } } }, rank: { type: "object", additionalProperties: !0, required: ["rank", "node", "localRank", "gpu", "cpuSlot", "share", "why"], properties: { rank: { type: "integer", minimum: 0, maximum: 2097151 }, node: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", maxLength: 256 }, localRank: { type: "integer", minimum: 0, maximum: 2097151 }, gpu: { type: ["integer", "null"], minimum: 0, maximum: 65535 }, gpus: { type: ["array", "null"], minItems: 2, maxItems: 65536, items: { type: "integer", minimum: 0, maximum: 65535 } }, cpuSlot: { type: ["integer", "null"], minimum: 0, maximum: 65535 }, share: { type: ["integer", "null"], minimum: 1, maximum: 9007199254740991 }, why: { type: "string", pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$", maxLength: 1024 } } } } }, pattern47 = new RegExp("^[0-9]+\\.[0-9]+$", "u"), pattern51 = new RegExp("^auto$", "u"), pattern70 = new RegExp("^(?![0:-]+$)([0-9]{1,9}|[0-9]+:[0-5]?[0-9]|[0-9]+:[0-5]?[0-9]:[0-5]?[0-9]|[0-9]+-([01]?[0-9]|2[0-3])(:[0-5]?[0-9]){0,2}|[Uu][Nn][Ll][Ii][Mm][Ii][Tt][Ee][Dd]|[Ii][Nn][Ff][Ii][Nn][Ii][Tt][Ee])$", "u"), pattern76 = new RegExp("^[0-9]{1,7}-[0-9]{1,7}%1$", "u"), pattern77 = new RegExp("^[a-z][a-z0-9_-]+$", "u"), pattern84 = new RegExp("^--[a-z][a-z0-9_-]+(=[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*)?$", "u");
function validate26(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.formatVersion === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "formatVersion" }, message: "must have required property 'formatVersion'" };
      vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
    }
    if (data.name === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
    }
    if (data.worldSize === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "worldSize" }, message: "must have required property 'worldSize'" };
      vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
    }
    if (data.backend === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "backend" }, message: "must have required property 'backend'" };
      vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
    }
    if (data.visibility === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "visibility" }, message: "must have required property 'visibility'" };
      vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
    }
    if (data.master === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "master" }, message: "must have required property 'master'" };
      vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
    }
    if (data.mapping === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "mapping" }, message: "must have required property 'mapping'" };
      vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
    }
    if (data.workload === void 0) {
      const err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "workload" }, message: "must have required property 'workload'" };
      vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
    }
    if (data.launch === void 0) {
      const err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "launch" }, message: "must have required property 'launch'" };
      vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
    }
    if (data.slurm === void 0) {
      const err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "slurm" }, message: "must have required property 'slurm'" };
      vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
    }
    if (data.nodes === void 0) {
      const err10 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "nodes" }, message: "must have required property 'nodes'" };
      vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
    }
    if (data.ranks === void 0) {
      const err11 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "ranks" }, message: "must have required property 'ranks'" };
      vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
    }
    if (data.formatVersion !== void 0) {
      let data0 = data.formatVersion;
      if (typeof data0 == "string") {
        if (func3(data0) > 16) {
          const err12 = { instancePath: instancePath + "/formatVersion", schemaPath: "#/properties/formatVersion/maxLength", keyword: "maxLength", params: { limit: 16 }, message: "must NOT have more than 16 characters" };
          vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
        }
        if (!pattern47.test(data0)) {
          const err13 = { instancePath: instancePath + "/formatVersion", schemaPath: "#/properties/formatVersion/pattern", keyword: "pattern", params: { pattern: "^[0-9]+\\.[0-9]+$" }, message: 'must match pattern "^[0-9]+\\.[0-9]+$"' };
          vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
        }
      } else {
        const err14 = { instancePath: instancePath + "/formatVersion", schemaPath: "#/properties/formatVersion/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
      }
    }
    if (data.name !== void 0) {
      let data1 = data.name;
      if (typeof data1 == "string") {
        if (func3(data1) > 128) {
          const err15 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" };
          vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
        }
        if (!pattern0.test(data1)) {
          const err16 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._-]*$"' };
          vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
        }
      } else {
        const err17 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
      }
    }
    if (data.worldSize !== void 0) {
      let data2 = data.worldSize;
      if (!(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
        const err18 = { instancePath: instancePath + "/worldSize", schemaPath: "#/properties/worldSize/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
      }
      if (typeof data2 == "number" && isFinite(data2)) {
        if (data2 > 2097152 || isNaN(data2)) {
          const err19 = { instancePath: instancePath + "/worldSize", schemaPath: "#/properties/worldSize/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
          vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
        }
        if (data2 < 1 || isNaN(data2)) {
          const err20 = { instancePath: instancePath + "/worldSize", schemaPath: "#/properties/worldSize/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
          vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
        }
      }
    }
    if (data.backend !== void 0) {
      let data3 = data.backend;
      if (!(data3 === "nccl" || data3 === "gloo" || data3 === "none")) {
        const err21 = { instancePath: instancePath + "/backend", schemaPath: "#/properties/backend/enum", keyword: "enum", params: { allowedValues: schema58.properties.backend.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
      }
    }
    if (data.visibility !== void 0) {
      let data4 = data.visibility;
      if (!(data4 === "ordered" || data4 === "isolated" || data4 === "own")) {
        const err22 = { instancePath: instancePath + "/visibility", schemaPath: "#/properties/visibility/enum", keyword: "enum", params: { allowedValues: schema58.properties.visibility.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
      }
    }
    if (data.master !== void 0) {
      let data5 = data.master;
      if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
        if (data5.node === void 0) {
          const err23 = { instancePath: instancePath + "/master", schemaPath: "#/properties/master/required", keyword: "required", params: { missingProperty: "node" }, message: "must have required property 'node'" };
          vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
        }
        if (data5.address === void 0) {
          const err24 = { instancePath: instancePath + "/master", schemaPath: "#/properties/master/required", keyword: "required", params: { missingProperty: "address" }, message: "must have required property 'address'" };
          vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
        }
        if (data5.port === void 0) {
          const err25 = { instancePath: instancePath + "/master", schemaPath: "#/properties/master/required", keyword: "required", params: { missingProperty: "port" }, message: "must have required property 'port'" };
          vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
        }
        if (data5.node !== void 0) {
          let data6 = data5.node;
          if (typeof data6 == "string") {
            if (func3(data6) > 256) {
              const err26 = { instancePath: instancePath + "/master/node", schemaPath: "#/properties/master/properties/node/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
              vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
            }
            if (!pattern0.test(data6)) {
              const err27 = { instancePath: instancePath + "/master/node", schemaPath: "#/properties/master/properties/node/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._-]*$"' };
              vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
            }
          } else {
            const err28 = { instancePath: instancePath + "/master/node", schemaPath: "#/properties/master/properties/node/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err28] : vErrors.length < 1e3 && vErrors.push(err28), errors++;
          }
        }
        if (data5.address !== void 0) {
          let data7 = data5.address;
          if (typeof data7 != "string" && data7 !== null) {
            const err29 = { instancePath: instancePath + "/master/address", schemaPath: "#/properties/master/properties/address/type", keyword: "type", params: { type: schema58.properties.master.properties.address.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err29] : vErrors.length < 1e3 && vErrors.push(err29), errors++;
          }
          if (typeof data7 == "string") {
            if (func3(data7) > 512) {
              const err30 = { instancePath: instancePath + "/master/address", schemaPath: "#/properties/master/properties/address/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" };
              vErrors === null ? vErrors = [err30] : vErrors.length < 1e3 && vErrors.push(err30), errors++;
            }
            if (!pattern50.test(data7)) {
              const err31 = { instancePath: instancePath + "/master/address", schemaPath: "#/properties/master/properties/address/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9:][A-Za-z0-9._:-]*$" }, message: 'must match pattern "^[A-Za-z0-9:][A-Za-z0-9._:-]*$"' };
              vErrors === null ? vErrors = [err31] : vErrors.length < 1e3 && vErrors.push(err31), errors++;
            }
          }
        }
        if (data5.port !== void 0) {
          let data8 = data5.port;
          if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8)) && typeof data8 != "string") {
            const err32 = { instancePath: instancePath + "/master/port", schemaPath: "#/properties/master/properties/port/type", keyword: "type", params: { type: schema58.properties.master.properties.port.type }, message: "must be integer,string" };
            vErrors === null ? vErrors = [err32] : vErrors.length < 1e3 && vErrors.push(err32), errors++;
          }
          if (typeof data8 == "number" && isFinite(data8)) {
            if (data8 > 65535 || isNaN(data8)) {
              const err33 = { instancePath: instancePath + "/master/port", schemaPath: "#/properties/master/properties/port/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
              vErrors === null ? vErrors = [err33] : vErrors.length < 1e3 && vErrors.push(err33), errors++;
            }
            if (data8 < 1 || isNaN(data8)) {
              const err34 = { instancePath: instancePath + "/master/port", schemaPath: "#/properties/master/properties/port/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err34] : vErrors.length < 1e3 && vErrors.push(err34), errors++;
            }
          }
          if (typeof data8 == "string" && !pattern51.test(data8)) {
            const err35 = { instancePath: instancePath + "/master/port", schemaPath: "#/properties/master/properties/port/pattern", keyword: "pattern", params: { pattern: "^auto$" }, message: 'must match pattern "^auto$"' };
            vErrors === null ? vErrors = [err35] : vErrors.length < 1e3 && vErrors.push(err35), errors++;
          }
        }
      } else {
        const err36 = { instancePath: instancePath + "/master", schemaPath: "#/properties/master/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err36] : vErrors.length < 1e3 && vErrors.push(err36), errors++;
      }
    }
    if (data.mapping !== void 0) {
      let data9 = data.mapping;
      if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
        if (data9.strategy === void 0) {
          const err37 = { instancePath: instancePath + "/mapping", schemaPath: "#/properties/mapping/required", keyword: "required", params: { missingProperty: "strategy" }, message: "must have required property 'strategy'" };
          vErrors === null ? vErrors = [err37] : vErrors.length < 1e3 && vErrors.push(err37), errors++;
        }
        if (data9.by === void 0) {
          const err38 = { instancePath: instancePath + "/mapping", schemaPath: "#/properties/mapping/required", keyword: "required", params: { missingProperty: "by" }, message: "must have required property 'by'" };
          vErrors === null ? vErrors = [err38] : vErrors.length < 1e3 && vErrors.push(err38), errors++;
        }
        if (data9.order === void 0) {
          const err39 = { instancePath: instancePath + "/mapping", schemaPath: "#/properties/mapping/required", keyword: "required", params: { missingProperty: "order" }, message: "must have required property 'order'" };
          vErrors === null ? vErrors = [err39] : vErrors.length < 1e3 && vErrors.push(err39), errors++;
        }
        if (data9.ranksPerGpu === void 0) {
          const err40 = { instancePath: instancePath + "/mapping", schemaPath: "#/properties/mapping/required", keyword: "required", params: { missingProperty: "ranksPerGpu" }, message: "must have required property 'ranksPerGpu'" };
          vErrors === null ? vErrors = [err40] : vErrors.length < 1e3 && vErrors.push(err40), errors++;
        }
        if (data9.exclude === void 0) {
          const err41 = { instancePath: instancePath + "/mapping", schemaPath: "#/properties/mapping/required", keyword: "required", params: { missingProperty: "exclude" }, message: "must have required property 'exclude'" };
          vErrors === null ? vErrors = [err41] : vErrors.length < 1e3 && vErrors.push(err41), errors++;
        }
        if (data9.strategy !== void 0) {
          let data10 = data9.strategy;
          if (!(data10 === "sequential" || data10 === "explicit" || data10 === "performance-ranked")) {
            const err42 = { instancePath: instancePath + "/mapping/strategy", schemaPath: "#/properties/mapping/properties/strategy/enum", keyword: "enum", params: { allowedValues: schema58.properties.mapping.properties.strategy.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err42] : vErrors.length < 1e3 && vErrors.push(err42), errors++;
          }
        }
        if (data9.by !== void 0) {
          let data11 = data9.by;
          if (typeof data11 == "string") {
            if (func3(data11) > 64) {
              const err43 = { instancePath: instancePath + "/mapping/by", schemaPath: "#/properties/mapping/properties/by/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
              vErrors === null ? vErrors = [err43] : vErrors.length < 1e3 && vErrors.push(err43), errors++;
            }
            if (!pattern2.test(data11)) {
              const err44 = { instancePath: instancePath + "/mapping/by", schemaPath: "#/properties/mapping/properties/by/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z][A-Za-z0-9_.:-]*$" }, message: 'must match pattern "^[A-Za-z][A-Za-z0-9_.:-]*$"' };
              vErrors === null ? vErrors = [err44] : vErrors.length < 1e3 && vErrors.push(err44), errors++;
            }
          } else {
            const err45 = { instancePath: instancePath + "/mapping/by", schemaPath: "#/properties/mapping/properties/by/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err45] : vErrors.length < 1e3 && vErrors.push(err45), errors++;
          }
        }
        if (data9.tolerance !== void 0) {
          let data12 = data9.tolerance;
          if (!(typeof data12 == "number" && isFinite(data12)) && data12 !== null) {
            const err46 = { instancePath: instancePath + "/mapping/tolerance", schemaPath: "#/properties/mapping/properties/tolerance/type", keyword: "type", params: { type: schema58.properties.mapping.properties.tolerance.type }, message: "must be number,null" };
            vErrors === null ? vErrors = [err46] : vErrors.length < 1e3 && vErrors.push(err46), errors++;
          }
          if (typeof data12 == "number" && isFinite(data12)) {
            if (data12 > 0.5 || isNaN(data12)) {
              const err47 = { instancePath: instancePath + "/mapping/tolerance", schemaPath: "#/properties/mapping/properties/tolerance/maximum", keyword: "maximum", params: { comparison: "<=", limit: 0.5 }, message: "must be <= 0.5" };
              vErrors === null ? vErrors = [err47] : vErrors.length < 1e3 && vErrors.push(err47), errors++;
            }
            if (data12 < 0 || isNaN(data12)) {
              const err48 = { instancePath: instancePath + "/mapping/tolerance", schemaPath: "#/properties/mapping/properties/tolerance/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err48] : vErrors.length < 1e3 && vErrors.push(err48), errors++;
            }
          }
        }
        if (data9.order !== void 0) {
          let data13 = data9.order;
          if (!(data13 === "block" || data13 === "cyclic" || data13 === "score" || data13 === null)) {
            const err49 = { instancePath: instancePath + "/mapping/order", schemaPath: "#/properties/mapping/properties/order/enum", keyword: "enum", params: { allowedValues: schema58.properties.mapping.properties.order.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err49] : vErrors.length < 1e3 && vErrors.push(err49), errors++;
          }
        }
        if (data9.ranksPerGpu !== void 0) {
          let data14 = data9.ranksPerGpu;
          if (!(typeof data14 == "number" && !(data14 % 1) && !isNaN(data14) && isFinite(data14))) {
            const err50 = { instancePath: instancePath + "/mapping/ranksPerGpu", schemaPath: "#/properties/mapping/properties/ranksPerGpu/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err50] : vErrors.length < 1e3 && vErrors.push(err50), errors++;
          }
          if (typeof data14 == "number" && isFinite(data14)) {
            if (data14 > 1024 || isNaN(data14)) {
              const err51 = { instancePath: instancePath + "/mapping/ranksPerGpu", schemaPath: "#/properties/mapping/properties/ranksPerGpu/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1024 }, message: "must be <= 1024" };
              vErrors === null ? vErrors = [err51] : vErrors.length < 1e3 && vErrors.push(err51), errors++;
            }
            if (data14 < 1 || isNaN(data14)) {
              const err52 = { instancePath: instancePath + "/mapping/ranksPerGpu", schemaPath: "#/properties/mapping/properties/ranksPerGpu/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err52] : vErrors.length < 1e3 && vErrors.push(err52), errors++;
            }
          }
        }
        if (data9.gpusPerRank !== void 0) {
          let data15 = data9.gpusPerRank;
          if (!(typeof data15 == "number" && !(data15 % 1) && !isNaN(data15) && isFinite(data15)) && typeof data15 != "string") {
            const err53 = { instancePath: instancePath + "/mapping/gpusPerRank", schemaPath: "#/properties/mapping/properties/gpusPerRank/type", keyword: "type", params: { type: schema58.properties.mapping.properties.gpusPerRank.type }, message: "must be integer,string" };
            vErrors === null ? vErrors = [err53] : vErrors.length < 1e3 && vErrors.push(err53), errors++;
          }
          if (typeof data15 == "number" && isFinite(data15)) {
            if (data15 > 1024 || isNaN(data15)) {
              const err54 = { instancePath: instancePath + "/mapping/gpusPerRank", schemaPath: "#/properties/mapping/properties/gpusPerRank/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1024 }, message: "must be <= 1024" };
              vErrors === null ? vErrors = [err54] : vErrors.length < 1e3 && vErrors.push(err54), errors++;
            }
            if (data15 < 1 || isNaN(data15)) {
              const err55 = { instancePath: instancePath + "/mapping/gpusPerRank", schemaPath: "#/properties/mapping/properties/gpusPerRank/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err55] : vErrors.length < 1e3 && vErrors.push(err55), errors++;
            }
          }
          if (typeof data15 == "string" && !pattern4.test(data15)) {
            const err56 = { instancePath: instancePath + "/mapping/gpusPerRank", schemaPath: "#/properties/mapping/properties/gpusPerRank/pattern", keyword: "pattern", params: { pattern: "^node$" }, message: 'must match pattern "^node$"' };
            vErrors === null ? vErrors = [err56] : vErrors.length < 1e3 && vErrors.push(err56), errors++;
          }
        }
        if (data9.exclude !== void 0) {
          let data16 = data9.exclude;
          if (Array.isArray(data16)) {
            if (data16.length > 8388608) {
              const err57 = { instancePath: instancePath + "/mapping/exclude", schemaPath: "#/properties/mapping/properties/exclude/maxItems", keyword: "maxItems", params: { limit: 8388608 }, message: "must NOT have more than 8388608 items" };
              vErrors === null ? vErrors = [err57] : vErrors.length < 1e3 && vErrors.push(err57), errors++;
            }
            const len0 = data16.length;
            for (let i0 = 0; i0 < len0; i0++) {
              let data17 = data16[i0];
              if (typeof data17 == "string") {
                if (func3(data17) > 512) {
                  const err58 = { instancePath: instancePath + "/mapping/exclude/" + i0, schemaPath: "#/properties/mapping/properties/exclude/items/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" };
                  vErrors === null ? vErrors = [err58] : vErrors.length < 1e3 && vErrors.push(err58), errors++;
                }
                if (func3(data17) < 1) {
                  const err59 = { instancePath: instancePath + "/mapping/exclude/" + i0, schemaPath: "#/properties/mapping/properties/exclude/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                  vErrors === null ? vErrors = [err59] : vErrors.length < 1e3 && vErrors.push(err59), errors++;
                }
                if (!pattern6.test(data17)) {
                  const err60 = { instancePath: instancePath + "/mapping/exclude/" + i0, schemaPath: "#/properties/mapping/properties/exclude/items/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
                  vErrors === null ? vErrors = [err60] : vErrors.length < 1e3 && vErrors.push(err60), errors++;
                }
              } else {
                const err61 = { instancePath: instancePath + "/mapping/exclude/" + i0, schemaPath: "#/properties/mapping/properties/exclude/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err61] : vErrors.length < 1e3 && vErrors.push(err61), errors++;
              }
            }
          } else {
            const err62 = { instancePath: instancePath + "/mapping/exclude", schemaPath: "#/properties/mapping/properties/exclude/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            vErrors === null ? vErrors = [err62] : vErrors.length < 1e3 && vErrors.push(err62), errors++;
          }
        }
      } else {
        const err63 = { instancePath: instancePath + "/mapping", schemaPath: "#/properties/mapping/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err63] : vErrors.length < 1e3 && vErrors.push(err63), errors++;
      }
    }
    if (data.workload !== void 0) {
      let data18 = data.workload;
      if (!(data18 && typeof data18 == "object" && !Array.isArray(data18)) && data18 !== null) {
        const err64 = { instancePath: instancePath + "/workload", schemaPath: "#/properties/workload/type", keyword: "type", params: { type: schema58.properties.workload.type }, message: "must be object,null" };
        vErrors === null ? vErrors = [err64] : vErrors.length < 1e3 && vErrors.push(err64), errors++;
      }
      if (data18 && typeof data18 == "object" && !Array.isArray(data18)) {
        if (data18.globalBatch === void 0) {
          const err65 = { instancePath: instancePath + "/workload", schemaPath: "#/properties/workload/required", keyword: "required", params: { missingProperty: "globalBatch" }, message: "must have required property 'globalBatch'" };
          vErrors === null ? vErrors = [err65] : vErrors.length < 1e3 && vErrors.push(err65), errors++;
        }
        if (data18.shares === void 0) {
          const err66 = { instancePath: instancePath + "/workload", schemaPath: "#/properties/workload/required", keyword: "required", params: { missingProperty: "shares" }, message: "must have required property 'shares'" };
          vErrors === null ? vErrors = [err66] : vErrors.length < 1e3 && vErrors.push(err66), errors++;
        }
        if (data18.multipleOf === void 0) {
          const err67 = { instancePath: instancePath + "/workload", schemaPath: "#/properties/workload/required", keyword: "required", params: { missingProperty: "multipleOf" }, message: "must have required property 'multipleOf'" };
          vErrors === null ? vErrors = [err67] : vErrors.length < 1e3 && vErrors.push(err67), errors++;
        }
        if (data18.globalBatch !== void 0) {
          let data19 = data18.globalBatch;
          if (!(typeof data19 == "number" && !(data19 % 1) && !isNaN(data19) && isFinite(data19))) {
            const err68 = { instancePath: instancePath + "/workload/globalBatch", schemaPath: "#/properties/workload/properties/globalBatch/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err68] : vErrors.length < 1e3 && vErrors.push(err68), errors++;
          }
          if (typeof data19 == "number" && isFinite(data19)) {
            if (data19 > 9007199254740991 || isNaN(data19)) {
              const err69 = { instancePath: instancePath + "/workload/globalBatch", schemaPath: "#/properties/workload/properties/globalBatch/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err69] : vErrors.length < 1e3 && vErrors.push(err69), errors++;
            }
            if (data19 < 1 || isNaN(data19)) {
              const err70 = { instancePath: instancePath + "/workload/globalBatch", schemaPath: "#/properties/workload/properties/globalBatch/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err70] : vErrors.length < 1e3 && vErrors.push(err70), errors++;
            }
          }
        }
        if (data18.shares !== void 0) {
          let data20 = data18.shares;
          if (!(data20 === "proportional" || data20 === "equal" || data20 === "optimal" || data20 === "explicit")) {
            const err71 = { instancePath: instancePath + "/workload/shares", schemaPath: "#/properties/workload/properties/shares/enum", keyword: "enum", params: { allowedValues: schema58.properties.workload.properties.shares.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err71] : vErrors.length < 1e3 && vErrors.push(err71), errors++;
          }
        }
        if (data18.multipleOf !== void 0) {
          let data21 = data18.multipleOf;
          if (!(typeof data21 == "number" && !(data21 % 1) && !isNaN(data21) && isFinite(data21))) {
            const err72 = { instancePath: instancePath + "/workload/multipleOf", schemaPath: "#/properties/workload/properties/multipleOf/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err72] : vErrors.length < 1e3 && vErrors.push(err72), errors++;
          }
          if (typeof data21 == "number" && isFinite(data21)) {
            if (data21 > 9007199254740991 || isNaN(data21)) {
              const err73 = { instancePath: instancePath + "/workload/multipleOf", schemaPath: "#/properties/workload/properties/multipleOf/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err73] : vErrors.length < 1e3 && vErrors.push(err73), errors++;
            }
            if (data21 < 1 || isNaN(data21)) {
              const err74 = { instancePath: instancePath + "/workload/multipleOf", schemaPath: "#/properties/workload/properties/multipleOf/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err74] : vErrors.length < 1e3 && vErrors.push(err74), errors++;
            }
          }
        }
        if (data18.sampleBytes !== void 0) {
          let data22 = data18.sampleBytes;
          if (!(typeof data22 == "number" && !(data22 % 1) && !isNaN(data22) && isFinite(data22)) && data22 !== null) {
            const err75 = { instancePath: instancePath + "/workload/sampleBytes", schemaPath: "#/properties/workload/properties/sampleBytes/type", keyword: "type", params: { type: schema58.properties.workload.properties.sampleBytes.type }, message: "must be integer,null" };
            vErrors === null ? vErrors = [err75] : vErrors.length < 1e3 && vErrors.push(err75), errors++;
          }
          if (typeof data22 == "number" && isFinite(data22)) {
            if (data22 > 9007199254740991 || isNaN(data22)) {
              const err76 = { instancePath: instancePath + "/workload/sampleBytes", schemaPath: "#/properties/workload/properties/sampleBytes/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err76] : vErrors.length < 1e3 && vErrors.push(err76), errors++;
            }
            if (data22 < 1 || isNaN(data22)) {
              const err77 = { instancePath: instancePath + "/workload/sampleBytes", schemaPath: "#/properties/workload/properties/sampleBytes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err77] : vErrors.length < 1e3 && vErrors.push(err77), errors++;
            }
          }
        }
        if (data18.reserveBytes !== void 0) {
          let data23 = data18.reserveBytes;
          if (!(typeof data23 == "number" && !(data23 % 1) && !isNaN(data23) && isFinite(data23)) && data23 !== null) {
            const err78 = { instancePath: instancePath + "/workload/reserveBytes", schemaPath: "#/properties/workload/properties/reserveBytes/type", keyword: "type", params: { type: schema58.properties.workload.properties.reserveBytes.type }, message: "must be integer,null" };
            vErrors === null ? vErrors = [err78] : vErrors.length < 1e3 && vErrors.push(err78), errors++;
          }
          if (typeof data23 == "number" && isFinite(data23)) {
            if (data23 > 9007199254740991 || isNaN(data23)) {
              const err79 = { instancePath: instancePath + "/workload/reserveBytes", schemaPath: "#/properties/workload/properties/reserveBytes/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
              vErrors === null ? vErrors = [err79] : vErrors.length < 1e3 && vErrors.push(err79), errors++;
            }
            if (data23 < 0 || isNaN(data23)) {
              const err80 = { instancePath: instancePath + "/workload/reserveBytes", schemaPath: "#/properties/workload/properties/reserveBytes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err80] : vErrors.length < 1e3 && vErrors.push(err80), errors++;
            }
          }
        }
      }
    }
    if (data.stages !== void 0) {
      let data24 = data.stages;
      if (!(data24 && typeof data24 == "object" && !Array.isArray(data24)) && data24 !== null) {
        const err81 = { instancePath: instancePath + "/stages", schemaPath: "#/properties/stages/type", keyword: "type", params: { type: schema58.properties.stages.type }, message: "must be object,null" };
        vErrors === null ? vErrors = [err81] : vErrors.length < 1e3 && vErrors.push(err81), errors++;
      }
      if (data24 && typeof data24 == "object" && !Array.isArray(data24)) {
        if (data24.counts === void 0) {
          const err82 = { instancePath: instancePath + "/stages", schemaPath: "#/properties/stages/required", keyword: "required", params: { missingProperty: "counts" }, message: "must have required property 'counts'" };
          vErrors === null ? vErrors = [err82] : vErrors.length < 1e3 && vErrors.push(err82), errors++;
        }
        if (data24.layers === void 0) {
          const err83 = { instancePath: instancePath + "/stages", schemaPath: "#/properties/stages/required", keyword: "required", params: { missingProperty: "layers" }, message: "must have required property 'layers'" };
          vErrors === null ? vErrors = [err83] : vErrors.length < 1e3 && vErrors.push(err83), errors++;
        }
        if (data24.embedding === void 0) {
          const err84 = { instancePath: instancePath + "/stages", schemaPath: "#/properties/stages/required", keyword: "required", params: { missingProperty: "embedding" }, message: "must have required property 'embedding'" };
          vErrors === null ? vErrors = [err84] : vErrors.length < 1e3 && vErrors.push(err84), errors++;
        }
        if (data24.head === void 0) {
          const err85 = { instancePath: instancePath + "/stages", schemaPath: "#/properties/stages/required", keyword: "required", params: { missingProperty: "head" }, message: "must have required property 'head'" };
          vErrors === null ? vErrors = [err85] : vErrors.length < 1e3 && vErrors.push(err85), errors++;
        }
        if (data24.memory === void 0) {
          const err86 = { instancePath: instancePath + "/stages", schemaPath: "#/properties/stages/required", keyword: "required", params: { missingProperty: "memory" }, message: "must have required property 'memory'" };
          vErrors === null ? vErrors = [err86] : vErrors.length < 1e3 && vErrors.push(err86), errors++;
        }
        if (data24.counts !== void 0) {
          let data25 = data24.counts;
          if (Array.isArray(data25)) {
            if (data25.length > 1e3) {
              const err87 = { instancePath: instancePath + "/stages/counts", schemaPath: "#/properties/stages/properties/counts/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
              vErrors === null ? vErrors = [err87] : vErrors.length < 1e3 && vErrors.push(err87), errors++;
            }
            if (data25.length < 1) {
              const err88 = { instancePath: instancePath + "/stages/counts", schemaPath: "#/properties/stages/properties/counts/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              vErrors === null ? vErrors = [err88] : vErrors.length < 1e3 && vErrors.push(err88), errors++;
            }
            const len1 = data25.length;
            for (let i1 = 0; i1 < len1; i1++) {
              let data26 = data25[i1];
              if (!(typeof data26 == "number" && !(data26 % 1) && !isNaN(data26) && isFinite(data26))) {
                const err89 = { instancePath: instancePath + "/stages/counts/" + i1, schemaPath: "#/properties/stages/properties/counts/items/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                vErrors === null ? vErrors = [err89] : vErrors.length < 1e3 && vErrors.push(err89), errors++;
              }
              if (typeof data26 == "number" && isFinite(data26)) {
                if (data26 > 1e3 || isNaN(data26)) {
                  const err90 = { instancePath: instancePath + "/stages/counts/" + i1, schemaPath: "#/properties/stages/properties/counts/items/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
                  vErrors === null ? vErrors = [err90] : vErrors.length < 1e3 && vErrors.push(err90), errors++;
                }
                if (data26 < 1 || isNaN(data26)) {
                  const err91 = { instancePath: instancePath + "/stages/counts/" + i1, schemaPath: "#/properties/stages/properties/counts/items/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                  vErrors === null ? vErrors = [err91] : vErrors.length < 1e3 && vErrors.push(err91), errors++;
                }
              }
            }
          } else {
            const err92 = { instancePath: instancePath + "/stages/counts", schemaPath: "#/properties/stages/properties/counts/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            vErrors === null ? vErrors = [err92] : vErrors.length < 1e3 && vErrors.push(err92), errors++;
          }
        }
        if (data24.layers !== void 0) {
          let data27 = data24.layers;
          if (Array.isArray(data27)) {
            if (data27.length > 1e3) {
              const err93 = { instancePath: instancePath + "/stages/layers", schemaPath: "#/properties/stages/properties/layers/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
              vErrors === null ? vErrors = [err93] : vErrors.length < 1e3 && vErrors.push(err93), errors++;
            }
            if (data27.length < 1) {
              const err94 = { instancePath: instancePath + "/stages/layers", schemaPath: "#/properties/stages/properties/layers/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              vErrors === null ? vErrors = [err94] : vErrors.length < 1e3 && vErrors.push(err94), errors++;
            }
            const len2 = data27.length;
            for (let i2 = 0; i2 < len2; i2++) {
              let data28 = data27[i2];
              if (data28 && typeof data28 == "object" && !Array.isArray(data28)) {
                if (data28.count === void 0) {
                  const err95 = { instancePath: instancePath + "/stages/layers/" + i2, schemaPath: "#/properties/stages/properties/layers/items/required", keyword: "required", params: { missingProperty: "count" }, message: "must have required property 'count'" };
                  vErrors === null ? vErrors = [err95] : vErrors.length < 1e3 && vErrors.push(err95), errors++;
                }
                if (data28.cost === void 0) {
                  const err96 = { instancePath: instancePath + "/stages/layers/" + i2, schemaPath: "#/properties/stages/properties/layers/items/required", keyword: "required", params: { missingProperty: "cost" }, message: "must have required property 'cost'" };
                  vErrors === null ? vErrors = [err96] : vErrors.length < 1e3 && vErrors.push(err96), errors++;
                }
                if (data28.count !== void 0) {
                  let data29 = data28.count;
                  if (!(typeof data29 == "number" && !(data29 % 1) && !isNaN(data29) && isFinite(data29))) {
                    const err97 = { instancePath: instancePath + "/stages/layers/" + i2 + "/count", schemaPath: "#/properties/stages/properties/layers/items/properties/count/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    vErrors === null ? vErrors = [err97] : vErrors.length < 1e3 && vErrors.push(err97), errors++;
                  }
                  if (typeof data29 == "number" && isFinite(data29)) {
                    if (data29 > 1e3 || isNaN(data29)) {
                      const err98 = { instancePath: instancePath + "/stages/layers/" + i2 + "/count", schemaPath: "#/properties/stages/properties/layers/items/properties/count/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
                      vErrors === null ? vErrors = [err98] : vErrors.length < 1e3 && vErrors.push(err98), errors++;
                    }
                    if (data29 < 1 || isNaN(data29)) {
                      const err99 = { instancePath: instancePath + "/stages/layers/" + i2 + "/count", schemaPath: "#/properties/stages/properties/layers/items/properties/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                      vErrors === null ? vErrors = [err99] : vErrors.length < 1e3 && vErrors.push(err99), errors++;
                    }
                  }
                }
                if (data28.cost !== void 0) {
                  let data30 = data28.cost;
                  if (typeof data30 == "number" && isFinite(data30)) {
                    if (data30 > 1e3 || isNaN(data30)) {
                      const err100 = { instancePath: instancePath + "/stages/layers/" + i2 + "/cost", schemaPath: "#/properties/stages/properties/layers/items/properties/cost/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
                      vErrors === null ? vErrors = [err100] : vErrors.length < 1e3 && vErrors.push(err100), errors++;
                    }
                    if (data30 < 1e-6 || isNaN(data30)) {
                      const err101 = { instancePath: instancePath + "/stages/layers/" + i2 + "/cost", schemaPath: "#/properties/stages/properties/layers/items/properties/cost/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1e-6 }, message: "must be >= 0.000001" };
                      vErrors === null ? vErrors = [err101] : vErrors.length < 1e3 && vErrors.push(err101), errors++;
                    }
                  } else {
                    const err102 = { instancePath: instancePath + "/stages/layers/" + i2 + "/cost", schemaPath: "#/properties/stages/properties/layers/items/properties/cost/type", keyword: "type", params: { type: "number" }, message: "must be number" };
                    vErrors === null ? vErrors = [err102] : vErrors.length < 1e3 && vErrors.push(err102), errors++;
                  }
                }
              } else {
                const err103 = { instancePath: instancePath + "/stages/layers/" + i2, schemaPath: "#/properties/stages/properties/layers/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
                vErrors === null ? vErrors = [err103] : vErrors.length < 1e3 && vErrors.push(err103), errors++;
              }
            }
          } else {
            const err104 = { instancePath: instancePath + "/stages/layers", schemaPath: "#/properties/stages/properties/layers/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            vErrors === null ? vErrors = [err104] : vErrors.length < 1e3 && vErrors.push(err104), errors++;
          }
        }
        if (data24.embedding !== void 0) {
          let data31 = data24.embedding;
          if (typeof data31 == "number" && isFinite(data31)) {
            if (data31 > 1e3 || isNaN(data31)) {
              const err105 = { instancePath: instancePath + "/stages/embedding", schemaPath: "#/properties/stages/properties/embedding/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
              vErrors === null ? vErrors = [err105] : vErrors.length < 1e3 && vErrors.push(err105), errors++;
            }
            if (data31 < 0 || isNaN(data31)) {
              const err106 = { instancePath: instancePath + "/stages/embedding", schemaPath: "#/properties/stages/properties/embedding/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err106] : vErrors.length < 1e3 && vErrors.push(err106), errors++;
            }
          } else {
            const err107 = { instancePath: instancePath + "/stages/embedding", schemaPath: "#/properties/stages/properties/embedding/type", keyword: "type", params: { type: "number" }, message: "must be number" };
            vErrors === null ? vErrors = [err107] : vErrors.length < 1e3 && vErrors.push(err107), errors++;
          }
        }
        if (data24.head !== void 0) {
          let data32 = data24.head;
          if (typeof data32 == "number" && isFinite(data32)) {
            if (data32 > 1e3 || isNaN(data32)) {
              const err108 = { instancePath: instancePath + "/stages/head", schemaPath: "#/properties/stages/properties/head/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
              vErrors === null ? vErrors = [err108] : vErrors.length < 1e3 && vErrors.push(err108), errors++;
            }
            if (data32 < 0 || isNaN(data32)) {
              const err109 = { instancePath: instancePath + "/stages/head", schemaPath: "#/properties/stages/properties/head/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err109] : vErrors.length < 1e3 && vErrors.push(err109), errors++;
            }
          } else {
            const err110 = { instancePath: instancePath + "/stages/head", schemaPath: "#/properties/stages/properties/head/type", keyword: "type", params: { type: "number" }, message: "must be number" };
            vErrors === null ? vErrors = [err110] : vErrors.length < 1e3 && vErrors.push(err110), errors++;
          }
        }
        if (data24.memory !== void 0) {
          let data33 = data24.memory;
          if (!(data33 && typeof data33 == "object" && !Array.isArray(data33)) && data33 !== null) {
            const err111 = { instancePath: instancePath + "/stages/memory", schemaPath: "#/properties/stages/properties/memory/type", keyword: "type", params: { type: schema58.properties.stages.properties.memory.type }, message: "must be object,null" };
            vErrors === null ? vErrors = [err111] : vErrors.length < 1e3 && vErrors.push(err111), errors++;
          }
          if (data33 && typeof data33 == "object" && !Array.isArray(data33)) {
            if (data33.perLayer === void 0) {
              const err112 = { instancePath: instancePath + "/stages/memory", schemaPath: "#/properties/stages/properties/memory/required", keyword: "required", params: { missingProperty: "perLayer" }, message: "must have required property 'perLayer'" };
              vErrors === null ? vErrors = [err112] : vErrors.length < 1e3 && vErrors.push(err112), errors++;
            }
            if (data33.embedding === void 0) {
              const err113 = { instancePath: instancePath + "/stages/memory", schemaPath: "#/properties/stages/properties/memory/required", keyword: "required", params: { missingProperty: "embedding" }, message: "must have required property 'embedding'" };
              vErrors === null ? vErrors = [err113] : vErrors.length < 1e3 && vErrors.push(err113), errors++;
            }
            if (data33.head === void 0) {
              const err114 = { instancePath: instancePath + "/stages/memory", schemaPath: "#/properties/stages/properties/memory/required", keyword: "required", params: { missingProperty: "head" }, message: "must have required property 'head'" };
              vErrors === null ? vErrors = [err114] : vErrors.length < 1e3 && vErrors.push(err114), errors++;
            }
            if (data33.reserve === void 0) {
              const err115 = { instancePath: instancePath + "/stages/memory", schemaPath: "#/properties/stages/properties/memory/required", keyword: "required", params: { missingProperty: "reserve" }, message: "must have required property 'reserve'" };
              vErrors === null ? vErrors = [err115] : vErrors.length < 1e3 && vErrors.push(err115), errors++;
            }
            if (data33.perLayer !== void 0) {
              let data34 = data33.perLayer;
              if (!(typeof data34 == "number" && !(data34 % 1) && !isNaN(data34) && isFinite(data34))) {
                const err116 = { instancePath: instancePath + "/stages/memory/perLayer", schemaPath: "#/properties/stages/properties/memory/properties/perLayer/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                vErrors === null ? vErrors = [err116] : vErrors.length < 1e3 && vErrors.push(err116), errors++;
              }
              if (typeof data34 == "number" && isFinite(data34)) {
                if (data34 > 9007199254740991 || isNaN(data34)) {
                  const err117 = { instancePath: instancePath + "/stages/memory/perLayer", schemaPath: "#/properties/stages/properties/memory/properties/perLayer/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
                  vErrors === null ? vErrors = [err117] : vErrors.length < 1e3 && vErrors.push(err117), errors++;
                }
                if (data34 < 1 || isNaN(data34)) {
                  const err118 = { instancePath: instancePath + "/stages/memory/perLayer", schemaPath: "#/properties/stages/properties/memory/properties/perLayer/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                  vErrors === null ? vErrors = [err118] : vErrors.length < 1e3 && vErrors.push(err118), errors++;
                }
              }
            }
            if (data33.embedding !== void 0) {
              let data35 = data33.embedding;
              if (!(typeof data35 == "number" && !(data35 % 1) && !isNaN(data35) && isFinite(data35))) {
                const err119 = { instancePath: instancePath + "/stages/memory/embedding", schemaPath: "#/properties/stages/properties/memory/properties/embedding/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                vErrors === null ? vErrors = [err119] : vErrors.length < 1e3 && vErrors.push(err119), errors++;
              }
              if (typeof data35 == "number" && isFinite(data35)) {
                if (data35 > 9007199254740991 || isNaN(data35)) {
                  const err120 = { instancePath: instancePath + "/stages/memory/embedding", schemaPath: "#/properties/stages/properties/memory/properties/embedding/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
                  vErrors === null ? vErrors = [err120] : vErrors.length < 1e3 && vErrors.push(err120), errors++;
                }
                if (data35 < 0 || isNaN(data35)) {
                  const err121 = { instancePath: instancePath + "/stages/memory/embedding", schemaPath: "#/properties/stages/properties/memory/properties/embedding/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                  vErrors === null ? vErrors = [err121] : vErrors.length < 1e3 && vErrors.push(err121), errors++;
                }
              }
            }
            if (data33.head !== void 0) {
              let data36 = data33.head;
              if (!(typeof data36 == "number" && !(data36 % 1) && !isNaN(data36) && isFinite(data36))) {
                const err122 = { instancePath: instancePath + "/stages/memory/head", schemaPath: "#/properties/stages/properties/memory/properties/head/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                vErrors === null ? vErrors = [err122] : vErrors.length < 1e3 && vErrors.push(err122), errors++;
              }
              if (typeof data36 == "number" && isFinite(data36)) {
                if (data36 > 9007199254740991 || isNaN(data36)) {
                  const err123 = { instancePath: instancePath + "/stages/memory/head", schemaPath: "#/properties/stages/properties/memory/properties/head/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
                  vErrors === null ? vErrors = [err123] : vErrors.length < 1e3 && vErrors.push(err123), errors++;
                }
                if (data36 < 0 || isNaN(data36)) {
                  const err124 = { instancePath: instancePath + "/stages/memory/head", schemaPath: "#/properties/stages/properties/memory/properties/head/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                  vErrors === null ? vErrors = [err124] : vErrors.length < 1e3 && vErrors.push(err124), errors++;
                }
              }
            }
            if (data33.reserve !== void 0) {
              let data37 = data33.reserve;
              if (!(typeof data37 == "number" && !(data37 % 1) && !isNaN(data37) && isFinite(data37))) {
                const err125 = { instancePath: instancePath + "/stages/memory/reserve", schemaPath: "#/properties/stages/properties/memory/properties/reserve/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                vErrors === null ? vErrors = [err125] : vErrors.length < 1e3 && vErrors.push(err125), errors++;
              }
              if (typeof data37 == "number" && isFinite(data37)) {
                if (data37 > 9007199254740991 || isNaN(data37)) {
                  const err126 = { instancePath: instancePath + "/stages/memory/reserve", schemaPath: "#/properties/stages/properties/memory/properties/reserve/maximum", keyword: "maximum", params: { comparison: "<=", limit: 9007199254740991 }, message: "must be <= 9007199254740991" };
                  vErrors === null ? vErrors = [err126] : vErrors.length < 1e3 && vErrors.push(err126), errors++;
                }
                if (data37 < 0 || isNaN(data37)) {
                  const err127 = { instancePath: instancePath + "/stages/memory/reserve", schemaPath: "#/properties/stages/properties/memory/properties/reserve/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                  vErrors === null ? vErrors = [err127] : vErrors.length < 1e3 && vErrors.push(err127), errors++;
                }
              }
            }
          }
        }
      }
    }
    if (data.launch !== void 0) {
      let data38 = data.launch;
      if (data38 && typeof data38 == "object" && !Array.isArray(data38)) {
        if (data38.command === void 0) {
          const err128 = { instancePath: instancePath + "/launch", schemaPath: "#/properties/launch/required", keyword: "required", params: { missingProperty: "command" }, message: "must have required property 'command'" };
          vErrors === null ? vErrors = [err128] : vErrors.length < 1e3 && vErrors.push(err128), errors++;
        }
        if (data38.setup === void 0) {
          const err129 = { instancePath: instancePath + "/launch", schemaPath: "#/properties/launch/required", keyword: "required", params: { missingProperty: "setup" }, message: "must have required property 'setup'" };
          vErrors === null ? vErrors = [err129] : vErrors.length < 1e3 && vErrors.push(err129), errors++;
        }
        if (data38.wrap === void 0) {
          const err130 = { instancePath: instancePath + "/launch", schemaPath: "#/properties/launch/required", keyword: "required", params: { missingProperty: "wrap" }, message: "must have required property 'wrap'" };
          vErrors === null ? vErrors = [err130] : vErrors.length < 1e3 && vErrors.push(err130), errors++;
        }
        if (data38.workdir === void 0) {
          const err131 = { instancePath: instancePath + "/launch", schemaPath: "#/properties/launch/required", keyword: "required", params: { missingProperty: "workdir" }, message: "must have required property 'workdir'" };
          vErrors === null ? vErrors = [err131] : vErrors.length < 1e3 && vErrors.push(err131), errors++;
        }
        if (data38.addressing === void 0) {
          const err132 = { instancePath: instancePath + "/launch", schemaPath: "#/properties/launch/required", keyword: "required", params: { missingProperty: "addressing" }, message: "must have required property 'addressing'" };
          vErrors === null ? vErrors = [err132] : vErrors.length < 1e3 && vErrors.push(err132), errors++;
        }
        if (data38.groupSize === void 0) {
          const err133 = { instancePath: instancePath + "/launch", schemaPath: "#/properties/launch/required", keyword: "required", params: { missingProperty: "groupSize" }, message: "must have required property 'groupSize'" };
          vErrors === null ? vErrors = [err133] : vErrors.length < 1e3 && vErrors.push(err133), errors++;
        }
        if (data38.env === void 0) {
          const err134 = { instancePath: instancePath + "/launch", schemaPath: "#/properties/launch/required", keyword: "required", params: { missingProperty: "env" }, message: "must have required property 'env'" };
          vErrors === null ? vErrors = [err134] : vErrors.length < 1e3 && vErrors.push(err134), errors++;
        }
        if (data38.graceSeconds === void 0) {
          const err135 = { instancePath: instancePath + "/launch", schemaPath: "#/properties/launch/required", keyword: "required", params: { missingProperty: "graceSeconds" }, message: "must have required property 'graceSeconds'" };
          vErrors === null ? vErrors = [err135] : vErrors.length < 1e3 && vErrors.push(err135), errors++;
        }
        if (data38.command !== void 0) {
          let data39 = data38.command;
          if (!Array.isArray(data39) && data39 !== null) {
            const err136 = { instancePath: instancePath + "/launch/command", schemaPath: "#/properties/launch/properties/command/type", keyword: "type", params: { type: schema58.properties.launch.properties.command.type }, message: "must be array,null" };
            vErrors === null ? vErrors = [err136] : vErrors.length < 1e3 && vErrors.push(err136), errors++;
          }
          if (Array.isArray(data39)) {
            if (data39.length > 1e4) {
              const err137 = { instancePath: instancePath + "/launch/command", schemaPath: "#/properties/launch/properties/command/maxItems", keyword: "maxItems", params: { limit: 1e4 }, message: "must NOT have more than 10000 items" };
              vErrors === null ? vErrors = [err137] : vErrors.length < 1e3 && vErrors.push(err137), errors++;
            }
            if (data39.length < 1) {
              const err138 = { instancePath: instancePath + "/launch/command", schemaPath: "#/properties/launch/properties/command/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              vErrors === null ? vErrors = [err138] : vErrors.length < 1e3 && vErrors.push(err138), errors++;
            }
            const len3 = data39.length;
            for (let i3 = 0; i3 < len3; i3++) {
              let data40 = data39[i3];
              if (typeof data40 == "string") {
                if (func3(data40) > 65536) {
                  const err139 = { instancePath: instancePath + "/launch/command/" + i3, schemaPath: "#/properties/launch/properties/command/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
                  vErrors === null ? vErrors = [err139] : vErrors.length < 1e3 && vErrors.push(err139), errors++;
                }
                if (!pattern55.test(data40)) {
                  const err140 = { instancePath: instancePath + "/launch/command/" + i3, schemaPath: "#/properties/launch/properties/command/items/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
                  vErrors === null ? vErrors = [err140] : vErrors.length < 1e3 && vErrors.push(err140), errors++;
                }
              } else {
                const err141 = { instancePath: instancePath + "/launch/command/" + i3, schemaPath: "#/properties/launch/properties/command/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err141] : vErrors.length < 1e3 && vErrors.push(err141), errors++;
              }
            }
          }
        }
        if (data38.setup !== void 0) {
          let data41 = data38.setup;
          if (Array.isArray(data41)) {
            if (data41.length > 1e3) {
              const err142 = { instancePath: instancePath + "/launch/setup", schemaPath: "#/properties/launch/properties/setup/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
              vErrors === null ? vErrors = [err142] : vErrors.length < 1e3 && vErrors.push(err142), errors++;
            }
            const len4 = data41.length;
            for (let i4 = 0; i4 < len4; i4++) {
              let data42 = data41[i4];
              if (typeof data42 == "string") {
                if (func3(data42) > 65536) {
                  const err143 = { instancePath: instancePath + "/launch/setup/" + i4, schemaPath: "#/properties/launch/properties/setup/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
                  vErrors === null ? vErrors = [err143] : vErrors.length < 1e3 && vErrors.push(err143), errors++;
                }
                if (!pattern55.test(data42)) {
                  const err144 = { instancePath: instancePath + "/launch/setup/" + i4, schemaPath: "#/properties/launch/properties/setup/items/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
                  vErrors === null ? vErrors = [err144] : vErrors.length < 1e3 && vErrors.push(err144), errors++;
                }
              } else {
                const err145 = { instancePath: instancePath + "/launch/setup/" + i4, schemaPath: "#/properties/launch/properties/setup/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err145] : vErrors.length < 1e3 && vErrors.push(err145), errors++;
              }
            }
          } else {
            const err146 = { instancePath: instancePath + "/launch/setup", schemaPath: "#/properties/launch/properties/setup/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            vErrors === null ? vErrors = [err146] : vErrors.length < 1e3 && vErrors.push(err146), errors++;
          }
        }
        if (data38.wrap !== void 0) {
          let data43 = data38.wrap;
          if (!Array.isArray(data43) && data43 !== null) {
            const err147 = { instancePath: instancePath + "/launch/wrap", schemaPath: "#/properties/launch/properties/wrap/type", keyword: "type", params: { type: schema58.properties.launch.properties.wrap.type }, message: "must be array,null" };
            vErrors === null ? vErrors = [err147] : vErrors.length < 1e3 && vErrors.push(err147), errors++;
          }
          if (Array.isArray(data43)) {
            if (data43.length > 1e4) {
              const err148 = { instancePath: instancePath + "/launch/wrap", schemaPath: "#/properties/launch/properties/wrap/maxItems", keyword: "maxItems", params: { limit: 1e4 }, message: "must NOT have more than 10000 items" };
              vErrors === null ? vErrors = [err148] : vErrors.length < 1e3 && vErrors.push(err148), errors++;
            }
            if (data43.length < 1) {
              const err149 = { instancePath: instancePath + "/launch/wrap", schemaPath: "#/properties/launch/properties/wrap/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              vErrors === null ? vErrors = [err149] : vErrors.length < 1e3 && vErrors.push(err149), errors++;
            }
            const len5 = data43.length;
            for (let i5 = 0; i5 < len5; i5++) {
              let data44 = data43[i5];
              if (typeof data44 == "string") {
                if (func3(data44) > 65536) {
                  const err150 = { instancePath: instancePath + "/launch/wrap/" + i5, schemaPath: "#/properties/launch/properties/wrap/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
                  vErrors === null ? vErrors = [err150] : vErrors.length < 1e3 && vErrors.push(err150), errors++;
                }
                if (!pattern55.test(data44)) {
                  const err151 = { instancePath: instancePath + "/launch/wrap/" + i5, schemaPath: "#/properties/launch/properties/wrap/items/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
                  vErrors === null ? vErrors = [err151] : vErrors.length < 1e3 && vErrors.push(err151), errors++;
                }
              } else {
                const err152 = { instancePath: instancePath + "/launch/wrap/" + i5, schemaPath: "#/properties/launch/properties/wrap/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err152] : vErrors.length < 1e3 && vErrors.push(err152), errors++;
              }
            }
          }
        }
        if (data38.workdir !== void 0) {
          let data45 = data38.workdir;
          if (typeof data45 != "string" && data45 !== null) {
            const err153 = { instancePath: instancePath + "/launch/workdir", schemaPath: "#/properties/launch/properties/workdir/type", keyword: "type", params: { type: schema58.properties.launch.properties.workdir.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err153] : vErrors.length < 1e3 && vErrors.push(err153), errors++;
          }
          if (typeof data45 == "string") {
            if (func3(data45) > 4096) {
              const err154 = { instancePath: instancePath + "/launch/workdir", schemaPath: "#/properties/launch/properties/workdir/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
              vErrors === null ? vErrors = [err154] : vErrors.length < 1e3 && vErrors.push(err154), errors++;
            }
            if (func3(data45) < 1) {
              const err155 = { instancePath: instancePath + "/launch/workdir", schemaPath: "#/properties/launch/properties/workdir/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              vErrors === null ? vErrors = [err155] : vErrors.length < 1e3 && vErrors.push(err155), errors++;
            }
            if (!pattern6.test(data45)) {
              const err156 = { instancePath: instancePath + "/launch/workdir", schemaPath: "#/properties/launch/properties/workdir/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
              vErrors === null ? vErrors = [err156] : vErrors.length < 1e3 && vErrors.push(err156), errors++;
            }
          }
        }
        if (data38.addressing !== void 0) {
          let data46 = data38.addressing;
          if (!(data46 === "index" || data46 === "uuid")) {
            const err157 = { instancePath: instancePath + "/launch/addressing", schemaPath: "#/properties/launch/properties/addressing/enum", keyword: "enum", params: { allowedValues: schema58.properties.launch.properties.addressing.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err157] : vErrors.length < 1e3 && vErrors.push(err157), errors++;
          }
        }
        if (data38.groupSize !== void 0) {
          let data47 = data38.groupSize;
          if (!(typeof data47 == "number" && !(data47 % 1) && !isNaN(data47) && isFinite(data47)) && data47 !== null) {
            const err158 = { instancePath: instancePath + "/launch/groupSize", schemaPath: "#/properties/launch/properties/groupSize/type", keyword: "type", params: { type: schema58.properties.launch.properties.groupSize.type }, message: "must be integer,null" };
            vErrors === null ? vErrors = [err158] : vErrors.length < 1e3 && vErrors.push(err158), errors++;
          }
          if (typeof data47 == "number" && isFinite(data47)) {
            if (data47 > 2097152 || isNaN(data47)) {
              const err159 = { instancePath: instancePath + "/launch/groupSize", schemaPath: "#/properties/launch/properties/groupSize/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
              vErrors === null ? vErrors = [err159] : vErrors.length < 1e3 && vErrors.push(err159), errors++;
            }
            if (data47 < 1 || isNaN(data47)) {
              const err160 = { instancePath: instancePath + "/launch/groupSize", schemaPath: "#/properties/launch/properties/groupSize/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err160] : vErrors.length < 1e3 && vErrors.push(err160), errors++;
            }
          }
        }
        if (data38.groupWithin !== void 0) {
          let data48 = data38.groupWithin;
          if (typeof data48 != "string" && data48 !== null) {
            const err161 = { instancePath: instancePath + "/launch/groupWithin", schemaPath: "#/properties/launch/properties/groupWithin/type", keyword: "type", params: { type: schema58.properties.launch.properties.groupWithin.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err161] : vErrors.length < 1e3 && vErrors.push(err161), errors++;
          }
          if (typeof data48 == "string") {
            if (func3(data48) > 64) {
              const err162 = { instancePath: instancePath + "/launch/groupWithin", schemaPath: "#/properties/launch/properties/groupWithin/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
              vErrors === null ? vErrors = [err162] : vErrors.length < 1e3 && vErrors.push(err162), errors++;
            }
            if (!pattern7.test(data48)) {
              const err163 = { instancePath: instancePath + "/launch/groupWithin", schemaPath: "#/properties/launch/properties/groupWithin/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z][A-Za-z0-9_-]*$" }, message: 'must match pattern "^[A-Za-z][A-Za-z0-9_-]*$"' };
              vErrors === null ? vErrors = [err163] : vErrors.length < 1e3 && vErrors.push(err163), errors++;
            }
          }
        }
        if (data38.parallel !== void 0) {
          let data49 = data38.parallel;
          if (!(data49 && typeof data49 == "object" && !Array.isArray(data49)) && data49 !== null) {
            const err164 = { instancePath: instancePath + "/launch/parallel", schemaPath: "#/properties/launch/properties/parallel/type", keyword: "type", params: { type: schema58.properties.launch.properties.parallel.type }, message: "must be object,null" };
            vErrors === null ? vErrors = [err164] : vErrors.length < 1e3 && vErrors.push(err164), errors++;
          }
          if (data49 && typeof data49 == "object" && !Array.isArray(data49)) {
            if (data49.tp === void 0) {
              const err165 = { instancePath: instancePath + "/launch/parallel", schemaPath: "#/properties/launch/properties/parallel/required", keyword: "required", params: { missingProperty: "tp" }, message: "must have required property 'tp'" };
              vErrors === null ? vErrors = [err165] : vErrors.length < 1e3 && vErrors.push(err165), errors++;
            }
            if (data49.cp === void 0) {
              const err166 = { instancePath: instancePath + "/launch/parallel", schemaPath: "#/properties/launch/properties/parallel/required", keyword: "required", params: { missingProperty: "cp" }, message: "must have required property 'cp'" };
              vErrors === null ? vErrors = [err166] : vErrors.length < 1e3 && vErrors.push(err166), errors++;
            }
            if (data49.ep === void 0) {
              const err167 = { instancePath: instancePath + "/launch/parallel", schemaPath: "#/properties/launch/properties/parallel/required", keyword: "required", params: { missingProperty: "ep" }, message: "must have required property 'ep'" };
              vErrors === null ? vErrors = [err167] : vErrors.length < 1e3 && vErrors.push(err167), errors++;
            }
            if (data49.dp === void 0) {
              const err168 = { instancePath: instancePath + "/launch/parallel", schemaPath: "#/properties/launch/properties/parallel/required", keyword: "required", params: { missingProperty: "dp" }, message: "must have required property 'dp'" };
              vErrors === null ? vErrors = [err168] : vErrors.length < 1e3 && vErrors.push(err168), errors++;
            }
            if (data49.pp === void 0) {
              const err169 = { instancePath: instancePath + "/launch/parallel", schemaPath: "#/properties/launch/properties/parallel/required", keyword: "required", params: { missingProperty: "pp" }, message: "must have required property 'pp'" };
              vErrors === null ? vErrors = [err169] : vErrors.length < 1e3 && vErrors.push(err169), errors++;
            }
            if (data49.order === void 0) {
              const err170 = { instancePath: instancePath + "/launch/parallel", schemaPath: "#/properties/launch/properties/parallel/required", keyword: "required", params: { missingProperty: "order" }, message: "must have required property 'order'" };
              vErrors === null ? vErrors = [err170] : vErrors.length < 1e3 && vErrors.push(err170), errors++;
            }
            if (data49.tp !== void 0) {
              let data50 = data49.tp;
              if (!(typeof data50 == "number" && !(data50 % 1) && !isNaN(data50) && isFinite(data50))) {
                const err171 = { instancePath: instancePath + "/launch/parallel/tp", schemaPath: "#/properties/launch/properties/parallel/properties/tp/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                vErrors === null ? vErrors = [err171] : vErrors.length < 1e3 && vErrors.push(err171), errors++;
              }
              if (typeof data50 == "number" && isFinite(data50)) {
                if (data50 > 2097152 || isNaN(data50)) {
                  const err172 = { instancePath: instancePath + "/launch/parallel/tp", schemaPath: "#/properties/launch/properties/parallel/properties/tp/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
                  vErrors === null ? vErrors = [err172] : vErrors.length < 1e3 && vErrors.push(err172), errors++;
                }
                if (data50 < 1 || isNaN(data50)) {
                  const err173 = { instancePath: instancePath + "/launch/parallel/tp", schemaPath: "#/properties/launch/properties/parallel/properties/tp/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                  vErrors === null ? vErrors = [err173] : vErrors.length < 1e3 && vErrors.push(err173), errors++;
                }
              }
            }
            if (data49.cp !== void 0) {
              let data51 = data49.cp;
              if (!(typeof data51 == "number" && !(data51 % 1) && !isNaN(data51) && isFinite(data51))) {
                const err174 = { instancePath: instancePath + "/launch/parallel/cp", schemaPath: "#/properties/launch/properties/parallel/properties/cp/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                vErrors === null ? vErrors = [err174] : vErrors.length < 1e3 && vErrors.push(err174), errors++;
              }
              if (typeof data51 == "number" && isFinite(data51)) {
                if (data51 > 2097152 || isNaN(data51)) {
                  const err175 = { instancePath: instancePath + "/launch/parallel/cp", schemaPath: "#/properties/launch/properties/parallel/properties/cp/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
                  vErrors === null ? vErrors = [err175] : vErrors.length < 1e3 && vErrors.push(err175), errors++;
                }
                if (data51 < 1 || isNaN(data51)) {
                  const err176 = { instancePath: instancePath + "/launch/parallel/cp", schemaPath: "#/properties/launch/properties/parallel/properties/cp/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                  vErrors === null ? vErrors = [err176] : vErrors.length < 1e3 && vErrors.push(err176), errors++;
                }
              }
            }
            if (data49.ep !== void 0) {
              let data52 = data49.ep;
              if (!(typeof data52 == "number" && !(data52 % 1) && !isNaN(data52) && isFinite(data52))) {
                const err177 = { instancePath: instancePath + "/launch/parallel/ep", schemaPath: "#/properties/launch/properties/parallel/properties/ep/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                vErrors === null ? vErrors = [err177] : vErrors.length < 1e3 && vErrors.push(err177), errors++;
              }
              if (typeof data52 == "number" && isFinite(data52)) {
                if (data52 > 2097152 || isNaN(data52)) {
                  const err178 = { instancePath: instancePath + "/launch/parallel/ep", schemaPath: "#/properties/launch/properties/parallel/properties/ep/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
                  vErrors === null ? vErrors = [err178] : vErrors.length < 1e3 && vErrors.push(err178), errors++;
                }
                if (data52 < 1 || isNaN(data52)) {
                  const err179 = { instancePath: instancePath + "/launch/parallel/ep", schemaPath: "#/properties/launch/properties/parallel/properties/ep/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                  vErrors === null ? vErrors = [err179] : vErrors.length < 1e3 && vErrors.push(err179), errors++;
                }
              }
            }
            if (data49.dp !== void 0) {
              let data53 = data49.dp;
              if (!(typeof data53 == "number" && !(data53 % 1) && !isNaN(data53) && isFinite(data53))) {
                const err180 = { instancePath: instancePath + "/launch/parallel/dp", schemaPath: "#/properties/launch/properties/parallel/properties/dp/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                vErrors === null ? vErrors = [err180] : vErrors.length < 1e3 && vErrors.push(err180), errors++;
              }
              if (typeof data53 == "number" && isFinite(data53)) {
                if (data53 > 2097152 || isNaN(data53)) {
                  const err181 = { instancePath: instancePath + "/launch/parallel/dp", schemaPath: "#/properties/launch/properties/parallel/properties/dp/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
                  vErrors === null ? vErrors = [err181] : vErrors.length < 1e3 && vErrors.push(err181), errors++;
                }
                if (data53 < 1 || isNaN(data53)) {
                  const err182 = { instancePath: instancePath + "/launch/parallel/dp", schemaPath: "#/properties/launch/properties/parallel/properties/dp/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                  vErrors === null ? vErrors = [err182] : vErrors.length < 1e3 && vErrors.push(err182), errors++;
                }
              }
            }
            if (data49.pp !== void 0) {
              let data54 = data49.pp;
              if (!(typeof data54 == "number" && !(data54 % 1) && !isNaN(data54) && isFinite(data54))) {
                const err183 = { instancePath: instancePath + "/launch/parallel/pp", schemaPath: "#/properties/launch/properties/parallel/properties/pp/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                vErrors === null ? vErrors = [err183] : vErrors.length < 1e3 && vErrors.push(err183), errors++;
              }
              if (typeof data54 == "number" && isFinite(data54)) {
                if (data54 > 2097152 || isNaN(data54)) {
                  const err184 = { instancePath: instancePath + "/launch/parallel/pp", schemaPath: "#/properties/launch/properties/parallel/properties/pp/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2097152 }, message: "must be <= 2097152" };
                  vErrors === null ? vErrors = [err184] : vErrors.length < 1e3 && vErrors.push(err184), errors++;
                }
                if (data54 < 1 || isNaN(data54)) {
                  const err185 = { instancePath: instancePath + "/launch/parallel/pp", schemaPath: "#/properties/launch/properties/parallel/properties/pp/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                  vErrors === null ? vErrors = [err185] : vErrors.length < 1e3 && vErrors.push(err185), errors++;
                }
              }
            }
            if (data49.order !== void 0) {
              let data55 = data49.order;
              if (typeof data55 == "string") {
                if (func3(data55) > 14) {
                  const err186 = { instancePath: instancePath + "/launch/parallel/order", schemaPath: "#/properties/launch/properties/parallel/properties/order/maxLength", keyword: "maxLength", params: { limit: 14 }, message: "must NOT have more than 14 characters" };
                  vErrors === null ? vErrors = [err186] : vErrors.length < 1e3 && vErrors.push(err186), errors++;
                }
                if (!pattern8.test(data55)) {
                  const err187 = { instancePath: instancePath + "/launch/parallel/order", schemaPath: "#/properties/launch/properties/parallel/properties/order/pattern", keyword: "pattern", params: { pattern: "^(tp|cp|ep|dp|pp)(-(tp|cp|ep|dp|pp)){0,4}$" }, message: 'must match pattern "^(tp|cp|ep|dp|pp)(-(tp|cp|ep|dp|pp)){0,4}$"' };
                  vErrors === null ? vErrors = [err187] : vErrors.length < 1e3 && vErrors.push(err187), errors++;
                }
              } else {
                const err188 = { instancePath: instancePath + "/launch/parallel/order", schemaPath: "#/properties/launch/properties/parallel/properties/order/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err188] : vErrors.length < 1e3 && vErrors.push(err188), errors++;
              }
            }
          }
        }
        if (data38.env !== void 0) {
          let data56 = data38.env;
          if (data56 && typeof data56 == "object" && !Array.isArray(data56)) {
            for (const key0 in data56) {
              const _errs118 = errors;
              if (typeof key0 == "string") {
                if (func3(key0) > 256) {
                  const err189 = { instancePath: instancePath + "/launch/env", schemaPath: "#/properties/launch/properties/env/propertyNames/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters", propertyName: key0 };
                  vErrors === null ? vErrors = [err189] : vErrors.length < 1e3 && vErrors.push(err189), errors++;
                }
                if (!pattern61.test(key0)) {
                  const err190 = { instancePath: instancePath + "/launch/env", schemaPath: "#/properties/launch/properties/env/propertyNames/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }, message: 'must match pattern "^[A-Za-z_][A-Za-z0-9_]*$"', propertyName: key0 };
                  vErrors === null ? vErrors = [err190] : vErrors.length < 1e3 && vErrors.push(err190), errors++;
                }
              }
              var valid21 = _errs118 === errors;
              if (!valid21) {
                const err191 = { instancePath: instancePath + "/launch/env", schemaPath: "#/properties/launch/properties/env/propertyNames", keyword: "propertyNames", params: { propertyName: key0 }, message: "property name must be valid" };
                vErrors === null ? vErrors = [err191] : vErrors.length < 1e3 && vErrors.push(err191), errors++;
              }
            }
            for (const key1 in data56) {
              let data57 = data56[key1];
              if (typeof data57 == "string") {
                if (func3(data57) > 65536) {
                  const err192 = { instancePath: instancePath + "/launch/env/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/launch/properties/env/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
                  vErrors === null ? vErrors = [err192] : vErrors.length < 1e3 && vErrors.push(err192), errors++;
                }
                if (!pattern55.test(data57)) {
                  const err193 = { instancePath: instancePath + "/launch/env/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/launch/properties/env/additionalProperties/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
                  vErrors === null ? vErrors = [err193] : vErrors.length < 1e3 && vErrors.push(err193), errors++;
                }
              } else {
                const err194 = { instancePath: instancePath + "/launch/env/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/launch/properties/env/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err194] : vErrors.length < 1e3 && vErrors.push(err194), errors++;
              }
            }
          } else {
            const err195 = { instancePath: instancePath + "/launch/env", schemaPath: "#/properties/launch/properties/env/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err195] : vErrors.length < 1e3 && vErrors.push(err195), errors++;
          }
        }
        if (data38.software !== void 0) {
          let data58 = data38.software;
          if (!(data58 && typeof data58 == "object" && !Array.isArray(data58)) && data58 !== null) {
            const err196 = { instancePath: instancePath + "/launch/software", schemaPath: "#/properties/launch/properties/software/type", keyword: "type", params: { type: schema58.properties.launch.properties.software.type }, message: "must be object,null" };
            vErrors === null ? vErrors = [err196] : vErrors.length < 1e3 && vErrors.push(err196), errors++;
          }
          if (data58 && typeof data58 == "object" && !Array.isArray(data58))
            for (const key2 in data58) {
              let data59 = data58[key2];
              if (typeof data59 == "string") {
                if (func3(data59) > 64) {
                  const err197 = { instancePath: instancePath + "/launch/software/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/launch/properties/software/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
                  vErrors === null ? vErrors = [err197] : vErrors.length < 1e3 && vErrors.push(err197), errors++;
                }
                if (!pattern9.test(data59)) {
                  const err198 = { instancePath: instancePath + "/launch/software/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/launch/properties/software/additionalProperties/pattern", keyword: "pattern", params: { pattern: "^[0-9][A-Za-z0-9.+_-]*$" }, message: 'must match pattern "^[0-9][A-Za-z0-9.+_-]*$"' };
                  vErrors === null ? vErrors = [err198] : vErrors.length < 1e3 && vErrors.push(err198), errors++;
                }
              } else {
                const err199 = { instancePath: instancePath + "/launch/software/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/launch/properties/software/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err199] : vErrors.length < 1e3 && vErrors.push(err199), errors++;
              }
            }
        }
        if (data38.remote !== void 0) {
          let data60 = data38.remote;
          if (!(data60 && typeof data60 == "object" && !Array.isArray(data60)) && data60 !== null) {
            const err200 = { instancePath: instancePath + "/launch/remote", schemaPath: "#/properties/launch/properties/remote/type", keyword: "type", params: { type: schema58.properties.launch.properties.remote.type }, message: "must be object,null" };
            vErrors === null ? vErrors = [err200] : vErrors.length < 1e3 && vErrors.push(err200), errors++;
          }
          if (data60 && typeof data60 == "object" && !Array.isArray(data60)) {
            if (data60.command === void 0) {
              const err201 = { instancePath: instancePath + "/launch/remote", schemaPath: "#/properties/launch/properties/remote/required", keyword: "required", params: { missingProperty: "command" }, message: "must have required property 'command'" };
              vErrors === null ? vErrors = [err201] : vErrors.length < 1e3 && vErrors.push(err201), errors++;
            }
            if (data60.user === void 0) {
              const err202 = { instancePath: instancePath + "/launch/remote", schemaPath: "#/properties/launch/properties/remote/required", keyword: "required", params: { missingProperty: "user" }, message: "must have required property 'user'" };
              vErrors === null ? vErrors = [err202] : vErrors.length < 1e3 && vErrors.push(err202), errors++;
            }
            if (data60.port === void 0) {
              const err203 = { instancePath: instancePath + "/launch/remote", schemaPath: "#/properties/launch/properties/remote/required", keyword: "required", params: { missingProperty: "port" }, message: "must have required property 'port'" };
              vErrors === null ? vErrors = [err203] : vErrors.length < 1e3 && vErrors.push(err203), errors++;
            }
            if (data60.directory === void 0) {
              const err204 = { instancePath: instancePath + "/launch/remote", schemaPath: "#/properties/launch/properties/remote/required", keyword: "required", params: { missingProperty: "directory" }, message: "must have required property 'directory'" };
              vErrors === null ? vErrors = [err204] : vErrors.length < 1e3 && vErrors.push(err204), errors++;
            }
            if (data60.command !== void 0) {
              let data61 = data60.command;
              if (!Array.isArray(data61) && data61 !== null) {
                const err205 = { instancePath: instancePath + "/launch/remote/command", schemaPath: "#/properties/launch/properties/remote/properties/command/type", keyword: "type", params: { type: schema58.properties.launch.properties.remote.properties.command.type }, message: "must be array,null" };
                vErrors === null ? vErrors = [err205] : vErrors.length < 1e3 && vErrors.push(err205), errors++;
              }
              if (Array.isArray(data61)) {
                if (data61.length > 1e3) {
                  const err206 = { instancePath: instancePath + "/launch/remote/command", schemaPath: "#/properties/launch/properties/remote/properties/command/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
                  vErrors === null ? vErrors = [err206] : vErrors.length < 1e3 && vErrors.push(err206), errors++;
                }
                if (data61.length < 1) {
                  const err207 = { instancePath: instancePath + "/launch/remote/command", schemaPath: "#/properties/launch/properties/remote/properties/command/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
                  vErrors === null ? vErrors = [err207] : vErrors.length < 1e3 && vErrors.push(err207), errors++;
                }
                const len6 = data61.length;
                for (let i6 = 0; i6 < len6; i6++) {
                  let data62 = data61[i6];
                  if (typeof data62 == "string") {
                    if (func3(data62) > 65536) {
                      const err208 = { instancePath: instancePath + "/launch/remote/command/" + i6, schemaPath: "#/properties/launch/properties/remote/properties/command/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
                      vErrors === null ? vErrors = [err208] : vErrors.length < 1e3 && vErrors.push(err208), errors++;
                    }
                    if (!pattern55.test(data62)) {
                      const err209 = { instancePath: instancePath + "/launch/remote/command/" + i6, schemaPath: "#/properties/launch/properties/remote/properties/command/items/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
                      vErrors === null ? vErrors = [err209] : vErrors.length < 1e3 && vErrors.push(err209), errors++;
                    }
                  } else {
                    const err210 = { instancePath: instancePath + "/launch/remote/command/" + i6, schemaPath: "#/properties/launch/properties/remote/properties/command/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                    vErrors === null ? vErrors = [err210] : vErrors.length < 1e3 && vErrors.push(err210), errors++;
                  }
                }
              }
            }
            if (data60.user !== void 0) {
              let data63 = data60.user;
              if (typeof data63 != "string" && data63 !== null) {
                const err211 = { instancePath: instancePath + "/launch/remote/user", schemaPath: "#/properties/launch/properties/remote/properties/user/type", keyword: "type", params: { type: schema58.properties.launch.properties.remote.properties.user.type }, message: "must be string,null" };
                vErrors === null ? vErrors = [err211] : vErrors.length < 1e3 && vErrors.push(err211), errors++;
              }
              if (typeof data63 == "string") {
                if (func3(data63) > 256) {
                  const err212 = { instancePath: instancePath + "/launch/remote/user", schemaPath: "#/properties/launch/properties/remote/properties/user/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
                  vErrors === null ? vErrors = [err212] : vErrors.length < 1e3 && vErrors.push(err212), errors++;
                }
                if (!pattern5.test(data63)) {
                  const err213 = { instancePath: instancePath + "/launch/remote/user", schemaPath: "#/properties/launch/properties/remote/properties/user/pattern", keyword: "pattern", params: { pattern: "^[^-\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^-\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\s@\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
                  vErrors === null ? vErrors = [err213] : vErrors.length < 1e3 && vErrors.push(err213), errors++;
                }
              }
            }
            if (data60.port !== void 0) {
              let data64 = data60.port;
              if (!(typeof data64 == "number" && !(data64 % 1) && !isNaN(data64) && isFinite(data64)) && data64 !== null) {
                const err214 = { instancePath: instancePath + "/launch/remote/port", schemaPath: "#/properties/launch/properties/remote/properties/port/type", keyword: "type", params: { type: schema58.properties.launch.properties.remote.properties.port.type }, message: "must be integer,null" };
                vErrors === null ? vErrors = [err214] : vErrors.length < 1e3 && vErrors.push(err214), errors++;
              }
              if (typeof data64 == "number" && isFinite(data64)) {
                if (data64 > 65535 || isNaN(data64)) {
                  const err215 = { instancePath: instancePath + "/launch/remote/port", schemaPath: "#/properties/launch/properties/remote/properties/port/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
                  vErrors === null ? vErrors = [err215] : vErrors.length < 1e3 && vErrors.push(err215), errors++;
                }
                if (data64 < 1 || isNaN(data64)) {
                  const err216 = { instancePath: instancePath + "/launch/remote/port", schemaPath: "#/properties/launch/properties/remote/properties/port/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
                  vErrors === null ? vErrors = [err216] : vErrors.length < 1e3 && vErrors.push(err216), errors++;
                }
              }
            }
            if (data60.directory !== void 0) {
              let data65 = data60.directory;
              if (typeof data65 != "string" && data65 !== null) {
                const err217 = { instancePath: instancePath + "/launch/remote/directory", schemaPath: "#/properties/launch/properties/remote/properties/directory/type", keyword: "type", params: { type: schema58.properties.launch.properties.remote.properties.directory.type }, message: "must be string,null" };
                vErrors === null ? vErrors = [err217] : vErrors.length < 1e3 && vErrors.push(err217), errors++;
              }
              if (typeof data65 == "string") {
                if (func3(data65) > 4096) {
                  const err218 = { instancePath: instancePath + "/launch/remote/directory", schemaPath: "#/properties/launch/properties/remote/properties/directory/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
                  vErrors === null ? vErrors = [err218] : vErrors.length < 1e3 && vErrors.push(err218), errors++;
                }
                if (func3(data65) < 1) {
                  const err219 = { instancePath: instancePath + "/launch/remote/directory", schemaPath: "#/properties/launch/properties/remote/properties/directory/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                  vErrors === null ? vErrors = [err219] : vErrors.length < 1e3 && vErrors.push(err219), errors++;
                }
                if (!pattern6.test(data65)) {
                  const err220 = { instancePath: instancePath + "/launch/remote/directory", schemaPath: "#/properties/launch/properties/remote/properties/directory/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
                  vErrors === null ? vErrors = [err220] : vErrors.length < 1e3 && vErrors.push(err220), errors++;
                }
              }
            }
          }
        }
        if (data38.memory !== void 0) {
          let data66 = data38.memory;
          if (!(data66 === "near" || data66 === "any")) {
            const err221 = { instancePath: instancePath + "/launch/memory", schemaPath: "#/properties/launch/properties/memory/enum", keyword: "enum", params: { allowedValues: schema58.properties.launch.properties.memory.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err221] : vErrors.length < 1e3 && vErrors.push(err221), errors++;
          }
        }
        if (data38.graceSeconds !== void 0) {
          let data67 = data38.graceSeconds;
          if (!(typeof data67 == "number" && !(data67 % 1) && !isNaN(data67) && isFinite(data67))) {
            const err222 = { instancePath: instancePath + "/launch/graceSeconds", schemaPath: "#/properties/launch/properties/graceSeconds/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err222] : vErrors.length < 1e3 && vErrors.push(err222), errors++;
          }
          if (typeof data67 == "number" && isFinite(data67)) {
            if (data67 > 86400 || isNaN(data67)) {
              const err223 = { instancePath: instancePath + "/launch/graceSeconds", schemaPath: "#/properties/launch/properties/graceSeconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 }, message: "must be <= 86400" };
              vErrors === null ? vErrors = [err223] : vErrors.length < 1e3 && vErrors.push(err223), errors++;
            }
            if (data67 < 0 || isNaN(data67)) {
              const err224 = { instancePath: instancePath + "/launch/graceSeconds", schemaPath: "#/properties/launch/properties/graceSeconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err224] : vErrors.length < 1e3 && vErrors.push(err224), errors++;
            }
          }
        }
      } else {
        const err225 = { instancePath: instancePath + "/launch", schemaPath: "#/properties/launch/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err225] : vErrors.length < 1e3 && vErrors.push(err225), errors++;
      }
    }
    if (data.slurm !== void 0) {
      let data68 = data.slurm;
      if (!(data68 && typeof data68 == "object" && !Array.isArray(data68)) && data68 !== null) {
        const err226 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/type", keyword: "type", params: { type: schema58.properties.slurm.type }, message: "must be object,null" };
        vErrors === null ? vErrors = [err226] : vErrors.length < 1e3 && vErrors.push(err226), errors++;
      }
      if (data68 && typeof data68 == "object" && !Array.isArray(data68)) {
        if (data68.partition === void 0) {
          const err227 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "partition" }, message: "must have required property 'partition'" };
          vErrors === null ? vErrors = [err227] : vErrors.length < 1e3 && vErrors.push(err227), errors++;
        }
        if (data68.account === void 0) {
          const err228 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "account" }, message: "must have required property 'account'" };
          vErrors === null ? vErrors = [err228] : vErrors.length < 1e3 && vErrors.push(err228), errors++;
        }
        if (data68.qos === void 0) {
          const err229 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "qos" }, message: "must have required property 'qos'" };
          vErrors === null ? vErrors = [err229] : vErrors.length < 1e3 && vErrors.push(err229), errors++;
        }
        if (data68.time === void 0) {
          const err230 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "time" }, message: "must have required property 'time'" };
          vErrors === null ? vErrors = [err230] : vErrors.length < 1e3 && vErrors.push(err230), errors++;
        }
        if (data68.constraint === void 0) {
          const err231 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "constraint" }, message: "must have required property 'constraint'" };
          vErrors === null ? vErrors = [err231] : vErrors.length < 1e3 && vErrors.push(err231), errors++;
        }
        if (data68.mem === void 0) {
          const err232 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "mem" }, message: "must have required property 'mem'" };
          vErrors === null ? vErrors = [err232] : vErrors.length < 1e3 && vErrors.push(err232), errors++;
        }
        if (data68.jobName === void 0) {
          const err233 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "jobName" }, message: "must have required property 'jobName'" };
          vErrors === null ? vErrors = [err233] : vErrors.length < 1e3 && vErrors.push(err233), errors++;
        }
        if (data68.mail === void 0) {
          const err234 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "mail" }, message: "must have required property 'mail'" };
          vErrors === null ? vErrors = [err234] : vErrors.length < 1e3 && vErrors.push(err234), errors++;
        }
        if (data68.dependency === void 0) {
          const err235 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "dependency" }, message: "must have required property 'dependency'" };
          vErrors === null ? vErrors = [err235] : vErrors.length < 1e3 && vErrors.push(err235), errors++;
        }
        if (data68.array === void 0) {
          const err236 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "array" }, message: "must have required property 'array'" };
          vErrors === null ? vErrors = [err236] : vErrors.length < 1e3 && vErrors.push(err236), errors++;
        }
        if (data68.signal === void 0) {
          const err237 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "signal" }, message: "must have required property 'signal'" };
          vErrors === null ? vErrors = [err237] : vErrors.length < 1e3 && vErrors.push(err237), errors++;
        }
        if (data68.restarts === void 0) {
          const err238 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "restarts" }, message: "must have required property 'restarts'" };
          vErrors === null ? vErrors = [err238] : vErrors.length < 1e3 && vErrors.push(err238), errors++;
        }
        if (data68.allocation === void 0) {
          const err239 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "allocation" }, message: "must have required property 'allocation'" };
          vErrors === null ? vErrors = [err239] : vErrors.length < 1e3 && vErrors.push(err239), errors++;
        }
        if (data68.gpuRequest === void 0) {
          const err240 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "gpuRequest" }, message: "must have required property 'gpuRequest'" };
          vErrors === null ? vErrors = [err240] : vErrors.length < 1e3 && vErrors.push(err240), errors++;
        }
        if (data68.taskEnv === void 0) {
          const err241 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "taskEnv" }, message: "must have required property 'taskEnv'" };
          vErrors === null ? vErrors = [err241] : vErrors.length < 1e3 && vErrors.push(err241), errors++;
        }
        if (data68.cpusPerTask === void 0) {
          const err242 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "cpusPerTask" }, message: "must have required property 'cpusPerTask'" };
          vErrors === null ? vErrors = [err242] : vErrors.length < 1e3 && vErrors.push(err242), errors++;
        }
        if (data68.directives === void 0) {
          const err243 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "directives" }, message: "must have required property 'directives'" };
          vErrors === null ? vErrors = [err243] : vErrors.length < 1e3 && vErrors.push(err243), errors++;
        }
        if (data68.setup === void 0) {
          const err244 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "setup" }, message: "must have required property 'setup'" };
          vErrors === null ? vErrors = [err244] : vErrors.length < 1e3 && vErrors.push(err244), errors++;
        }
        if (data68.srun === void 0) {
          const err245 = { instancePath: instancePath + "/slurm", schemaPath: "#/properties/slurm/required", keyword: "required", params: { missingProperty: "srun" }, message: "must have required property 'srun'" };
          vErrors === null ? vErrors = [err245] : vErrors.length < 1e3 && vErrors.push(err245), errors++;
        }
        if (data68.partition !== void 0) {
          let data69 = data68.partition;
          if (typeof data69 != "string" && data69 !== null) {
            const err246 = { instancePath: instancePath + "/slurm/partition", schemaPath: "#/properties/slurm/properties/partition/type", keyword: "type", params: { type: schema58.properties.slurm.properties.partition.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err246] : vErrors.length < 1e3 && vErrors.push(err246), errors++;
          }
          if (typeof data69 == "string") {
            if (func3(data69) > 1024) {
              const err247 = { instancePath: instancePath + "/slurm/partition", schemaPath: "#/properties/slurm/properties/partition/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" };
              vErrors === null ? vErrors = [err247] : vErrors.length < 1e3 && vErrors.push(err247), errors++;
            }
            if (!pattern14.test(data69)) {
              const err248 = { instancePath: instancePath + "/slurm/partition", schemaPath: "#/properties/slurm/properties/partition/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*$" }, message: 'must match pattern "^[A-Za-z0-9_.-]+(,[A-Za-z0-9_.-]+)*$"' };
              vErrors === null ? vErrors = [err248] : vErrors.length < 1e3 && vErrors.push(err248), errors++;
            }
          }
        }
        if (data68.account !== void 0) {
          let data70 = data68.account;
          if (typeof data70 != "string" && data70 !== null) {
            const err249 = { instancePath: instancePath + "/slurm/account", schemaPath: "#/properties/slurm/properties/account/type", keyword: "type", params: { type: schema58.properties.slurm.properties.account.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err249] : vErrors.length < 1e3 && vErrors.push(err249), errors++;
          }
          if (typeof data70 == "string") {
            if (func3(data70) > 256) {
              const err250 = { instancePath: instancePath + "/slurm/account", schemaPath: "#/properties/slurm/properties/account/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
              vErrors === null ? vErrors = [err250] : vErrors.length < 1e3 && vErrors.push(err250), errors++;
            }
            if (!pattern15.test(data70)) {
              const err251 = { instancePath: instancePath + "/slurm/account", schemaPath: "#/properties/slurm/properties/account/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_.@-]+$" }, message: 'must match pattern "^[A-Za-z0-9_.@-]+$"' };
              vErrors === null ? vErrors = [err251] : vErrors.length < 1e3 && vErrors.push(err251), errors++;
            }
          }
        }
        if (data68.qos !== void 0) {
          let data71 = data68.qos;
          if (typeof data71 != "string" && data71 !== null) {
            const err252 = { instancePath: instancePath + "/slurm/qos", schemaPath: "#/properties/slurm/properties/qos/type", keyword: "type", params: { type: schema58.properties.slurm.properties.qos.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err252] : vErrors.length < 1e3 && vErrors.push(err252), errors++;
          }
          if (typeof data71 == "string") {
            if (func3(data71) > 256) {
              const err253 = { instancePath: instancePath + "/slurm/qos", schemaPath: "#/properties/slurm/properties/qos/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
              vErrors === null ? vErrors = [err253] : vErrors.length < 1e3 && vErrors.push(err253), errors++;
            }
            if (!pattern15.test(data71)) {
              const err254 = { instancePath: instancePath + "/slurm/qos", schemaPath: "#/properties/slurm/properties/qos/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_.@-]+$" }, message: 'must match pattern "^[A-Za-z0-9_.@-]+$"' };
              vErrors === null ? vErrors = [err254] : vErrors.length < 1e3 && vErrors.push(err254), errors++;
            }
          }
        }
        if (data68.time !== void 0) {
          let data72 = data68.time;
          if (typeof data72 != "string" && data72 !== null) {
            const err255 = { instancePath: instancePath + "/slurm/time", schemaPath: "#/properties/slurm/properties/time/type", keyword: "type", params: { type: schema58.properties.slurm.properties.time.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err255] : vErrors.length < 1e3 && vErrors.push(err255), errors++;
          }
          if (typeof data72 == "string") {
            if (func3(data72) > 64) {
              const err256 = { instancePath: instancePath + "/slurm/time", schemaPath: "#/properties/slurm/properties/time/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
              vErrors === null ? vErrors = [err256] : vErrors.length < 1e3 && vErrors.push(err256), errors++;
            }
            if (!pattern70.test(data72)) {
              const err257 = { instancePath: instancePath + "/slurm/time", schemaPath: "#/properties/slurm/properties/time/pattern", keyword: "pattern", params: { pattern: "^(?![0:-]+$)([0-9]{1,9}|[0-9]+:[0-5]?[0-9]|[0-9]+:[0-5]?[0-9]:[0-5]?[0-9]|[0-9]+-([01]?[0-9]|2[0-3])(:[0-5]?[0-9]){0,2}|[Uu][Nn][Ll][Ii][Mm][Ii][Tt][Ee][Dd]|[Ii][Nn][Ff][Ii][Nn][Ii][Tt][Ee])$" }, message: 'must match pattern "^(?![0:-]+$)([0-9]{1,9}|[0-9]+:[0-5]?[0-9]|[0-9]+:[0-5]?[0-9]:[0-5]?[0-9]|[0-9]+-([01]?[0-9]|2[0-3])(:[0-5]?[0-9]){0,2}|[Uu][Nn][Ll][Ii][Mm][Ii][Tt][Ee][Dd]|[Ii][Nn][Ff][Ii][Nn][Ii][Tt][Ee])$"' };
              vErrors === null ? vErrors = [err257] : vErrors.length < 1e3 && vErrors.push(err257), errors++;
            }
          }
        }
        if (data68.constraint !== void 0) {
          let data73 = data68.constraint;
          if (typeof data73 != "string" && data73 !== null) {
            const err258 = { instancePath: instancePath + "/slurm/constraint", schemaPath: "#/properties/slurm/properties/constraint/type", keyword: "type", params: { type: schema58.properties.slurm.properties.constraint.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err258] : vErrors.length < 1e3 && vErrors.push(err258), errors++;
          }
          if (typeof data73 == "string") {
            if (func3(data73) > 1024) {
              const err259 = { instancePath: instancePath + "/slurm/constraint", schemaPath: "#/properties/slurm/properties/constraint/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" };
              vErrors === null ? vErrors = [err259] : vErrors.length < 1e3 && vErrors.push(err259), errors++;
            }
            if (func3(data73) < 1) {
              const err260 = { instancePath: instancePath + "/slurm/constraint", schemaPath: "#/properties/slurm/properties/constraint/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              vErrors === null ? vErrors = [err260] : vErrors.length < 1e3 && vErrors.push(err260), errors++;
            }
            if (!pattern6.test(data73)) {
              const err261 = { instancePath: instancePath + "/slurm/constraint", schemaPath: "#/properties/slurm/properties/constraint/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
              vErrors === null ? vErrors = [err261] : vErrors.length < 1e3 && vErrors.push(err261), errors++;
            }
          }
        }
        if (data68.mem !== void 0) {
          let data74 = data68.mem;
          if (typeof data74 != "string" && data74 !== null) {
            const err262 = { instancePath: instancePath + "/slurm/mem", schemaPath: "#/properties/slurm/properties/mem/type", keyword: "type", params: { type: schema58.properties.slurm.properties.mem.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err262] : vErrors.length < 1e3 && vErrors.push(err262), errors++;
          }
          if (typeof data74 == "string") {
            if (func3(data74) > 64) {
              const err263 = { instancePath: instancePath + "/slurm/mem", schemaPath: "#/properties/slurm/properties/mem/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
              vErrors === null ? vErrors = [err263] : vErrors.length < 1e3 && vErrors.push(err263), errors++;
            }
            if (!pattern18.test(data74)) {
              const err264 = { instancePath: instancePath + "/slurm/mem", schemaPath: "#/properties/slurm/properties/mem/pattern", keyword: "pattern", params: { pattern: "^(none|[0-9]+[KMGTkmgt]?)$" }, message: 'must match pattern "^(none|[0-9]+[KMGTkmgt]?)$"' };
              vErrors === null ? vErrors = [err264] : vErrors.length < 1e3 && vErrors.push(err264), errors++;
            }
          }
        }
        if (data68.jobName !== void 0) {
          let data75 = data68.jobName;
          if (typeof data75 != "string" && data75 !== null) {
            const err265 = { instancePath: instancePath + "/slurm/jobName", schemaPath: "#/properties/slurm/properties/jobName/type", keyword: "type", params: { type: schema58.properties.slurm.properties.jobName.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err265] : vErrors.length < 1e3 && vErrors.push(err265), errors++;
          }
          if (typeof data75 == "string") {
            if (func3(data75) > 256) {
              const err266 = { instancePath: instancePath + "/slurm/jobName", schemaPath: "#/properties/slurm/properties/jobName/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
              vErrors === null ? vErrors = [err266] : vErrors.length < 1e3 && vErrors.push(err266), errors++;
            }
            if (func3(data75) < 1) {
              const err267 = { instancePath: instancePath + "/slurm/jobName", schemaPath: "#/properties/slurm/properties/jobName/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
              vErrors === null ? vErrors = [err267] : vErrors.length < 1e3 && vErrors.push(err267), errors++;
            }
            if (!pattern6.test(data75)) {
              const err268 = { instancePath: instancePath + "/slurm/jobName", schemaPath: "#/properties/slurm/properties/jobName/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
              vErrors === null ? vErrors = [err268] : vErrors.length < 1e3 && vErrors.push(err268), errors++;
            }
          }
        }
        if (data68.mail !== void 0) {
          let data76 = data68.mail;
          if (!(data76 && typeof data76 == "object" && !Array.isArray(data76)) && data76 !== null) {
            const err269 = { instancePath: instancePath + "/slurm/mail", schemaPath: "#/properties/slurm/properties/mail/type", keyword: "type", params: { type: schema58.properties.slurm.properties.mail.type }, message: "must be object,null" };
            vErrors === null ? vErrors = [err269] : vErrors.length < 1e3 && vErrors.push(err269), errors++;
          }
          if (data76 && typeof data76 == "object" && !Array.isArray(data76)) {
            if (data76.user === void 0) {
              const err270 = { instancePath: instancePath + "/slurm/mail", schemaPath: "#/properties/slurm/properties/mail/required", keyword: "required", params: { missingProperty: "user" }, message: "must have required property 'user'" };
              vErrors === null ? vErrors = [err270] : vErrors.length < 1e3 && vErrors.push(err270), errors++;
            }
            if (data76.type === void 0) {
              const err271 = { instancePath: instancePath + "/slurm/mail", schemaPath: "#/properties/slurm/properties/mail/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
              vErrors === null ? vErrors = [err271] : vErrors.length < 1e3 && vErrors.push(err271), errors++;
            }
            if (data76.user !== void 0) {
              let data77 = data76.user;
              if (typeof data77 == "string") {
                if (func3(data77) > 256) {
                  const err272 = { instancePath: instancePath + "/slurm/mail/user", schemaPath: "#/properties/slurm/properties/mail/properties/user/maxLength", keyword: "maxLength", params: { limit: 256 }, message: "must NOT have more than 256 characters" };
                  vErrors === null ? vErrors = [err272] : vErrors.length < 1e3 && vErrors.push(err272), errors++;
                }
                if (!pattern20.test(data77)) {
                  const err273 = { instancePath: instancePath + "/slurm/mail/user", schemaPath: "#/properties/slurm/properties/mail/properties/user/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9_.+@-]*$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9_.+@-]*$"' };
                  vErrors === null ? vErrors = [err273] : vErrors.length < 1e3 && vErrors.push(err273), errors++;
                }
              } else {
                const err274 = { instancePath: instancePath + "/slurm/mail/user", schemaPath: "#/properties/slurm/properties/mail/properties/user/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err274] : vErrors.length < 1e3 && vErrors.push(err274), errors++;
              }
            }
            if (data76.type !== void 0) {
              let data78 = data76.type;
              if (Array.isArray(data78)) {
                if (data78.length > 100) {
                  const err275 = { instancePath: instancePath + "/slurm/mail/type", schemaPath: "#/properties/slurm/properties/mail/properties/type/maxItems", keyword: "maxItems", params: { limit: 100 }, message: "must NOT have more than 100 items" };
                  vErrors === null ? vErrors = [err275] : vErrors.length < 1e3 && vErrors.push(err275), errors++;
                }
                if (data78.length < 1) {
                  const err276 = { instancePath: instancePath + "/slurm/mail/type", schemaPath: "#/properties/slurm/properties/mail/properties/type/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
                  vErrors === null ? vErrors = [err276] : vErrors.length < 1e3 && vErrors.push(err276), errors++;
                }
                const len7 = data78.length;
                for (let i7 = 0; i7 < len7; i7++) {
                  let data79 = data78[i7];
                  if (!(data79 === "NONE" || data79 === "BEGIN" || data79 === "END" || data79 === "FAIL" || data79 === "REQUEUE" || data79 === "ALL" || data79 === "INVALID_DEPEND" || data79 === "STAGE_OUT" || data79 === "TIME_LIMIT" || data79 === "TIME_LIMIT_90" || data79 === "TIME_LIMIT_80" || data79 === "TIME_LIMIT_50" || data79 === "ARRAY_TASKS")) {
                    const err277 = { instancePath: instancePath + "/slurm/mail/type/" + i7, schemaPath: "#/properties/slurm/properties/mail/properties/type/items/enum", keyword: "enum", params: { allowedValues: schema58.properties.slurm.properties.mail.properties.type.items.enum }, message: "must be equal to one of the allowed values" };
                    vErrors === null ? vErrors = [err277] : vErrors.length < 1e3 && vErrors.push(err277), errors++;
                  }
                }
              } else {
                const err278 = { instancePath: instancePath + "/slurm/mail/type", schemaPath: "#/properties/slurm/properties/mail/properties/type/type", keyword: "type", params: { type: "array" }, message: "must be array" };
                vErrors === null ? vErrors = [err278] : vErrors.length < 1e3 && vErrors.push(err278), errors++;
              }
            }
          }
        }
        if (data68.dependency !== void 0) {
          let data80 = data68.dependency;
          if (typeof data80 != "string" && data80 !== null) {
            const err279 = { instancePath: instancePath + "/slurm/dependency", schemaPath: "#/properties/slurm/properties/dependency/type", keyword: "type", params: { type: schema58.properties.slurm.properties.dependency.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err279] : vErrors.length < 1e3 && vErrors.push(err279), errors++;
          }
          if (typeof data80 == "string") {
            if (func3(data80) > 1024) {
              const err280 = { instancePath: instancePath + "/slurm/dependency", schemaPath: "#/properties/slurm/properties/dependency/maxLength", keyword: "maxLength", params: { limit: 1024 }, message: "must NOT have more than 1024 characters" };
              vErrors === null ? vErrors = [err280] : vErrors.length < 1e3 && vErrors.push(err280), errors++;
            }
            if (!pattern21.test(data80)) {
              const err281 = { instancePath: instancePath + "/slurm/dependency", schemaPath: "#/properties/slurm/properties/dependency/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_:,?+-]+$" }, message: 'must match pattern "^[A-Za-z0-9_:,?+-]+$"' };
              vErrors === null ? vErrors = [err281] : vErrors.length < 1e3 && vErrors.push(err281), errors++;
            }
          }
        }
        if (data68.array !== void 0) {
          let data81 = data68.array;
          if (typeof data81 != "string" && data81 !== null) {
            const err282 = { instancePath: instancePath + "/slurm/array", schemaPath: "#/properties/slurm/properties/array/type", keyword: "type", params: { type: schema58.properties.slurm.properties.array.type }, message: "must be string,null" };
            vErrors === null ? vErrors = [err282] : vErrors.length < 1e3 && vErrors.push(err282), errors++;
          }
          if (typeof data81 == "string") {
            if (func3(data81) > 64) {
              const err283 = { instancePath: instancePath + "/slurm/array", schemaPath: "#/properties/slurm/properties/array/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
              vErrors === null ? vErrors = [err283] : vErrors.length < 1e3 && vErrors.push(err283), errors++;
            }
            if (!pattern76.test(data81)) {
              const err284 = { instancePath: instancePath + "/slurm/array", schemaPath: "#/properties/slurm/properties/array/pattern", keyword: "pattern", params: { pattern: "^[0-9]{1,7}-[0-9]{1,7}%1$" }, message: 'must match pattern "^[0-9]{1,7}-[0-9]{1,7}%1$"' };
              vErrors === null ? vErrors = [err284] : vErrors.length < 1e3 && vErrors.push(err284), errors++;
            }
          }
        }
        if (data68.signal !== void 0) {
          let data82 = data68.signal;
          if (!(data82 && typeof data82 == "object" && !Array.isArray(data82)) && data82 !== null) {
            const err285 = { instancePath: instancePath + "/slurm/signal", schemaPath: "#/properties/slurm/properties/signal/type", keyword: "type", params: { type: schema58.properties.slurm.properties.signal.type }, message: "must be object,null" };
            vErrors === null ? vErrors = [err285] : vErrors.length < 1e3 && vErrors.push(err285), errors++;
          }
          if (data82 && typeof data82 == "object" && !Array.isArray(data82)) {
            if (data82.name === void 0) {
              const err286 = { instancePath: instancePath + "/slurm/signal", schemaPath: "#/properties/slurm/properties/signal/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
              vErrors === null ? vErrors = [err286] : vErrors.length < 1e3 && vErrors.push(err286), errors++;
            }
            if (data82.beforeSeconds === void 0) {
              const err287 = { instancePath: instancePath + "/slurm/signal", schemaPath: "#/properties/slurm/properties/signal/required", keyword: "required", params: { missingProperty: "beforeSeconds" }, message: "must have required property 'beforeSeconds'" };
              vErrors === null ? vErrors = [err287] : vErrors.length < 1e3 && vErrors.push(err287), errors++;
            }
            if (data82.name !== void 0) {
              let data83 = data82.name;
              if (!(data83 === "USR1" || data83 === "USR2" || data83 === "TERM" || data83 === "INT" || data83 === "HUP")) {
                const err288 = { instancePath: instancePath + "/slurm/signal/name", schemaPath: "#/properties/slurm/properties/signal/properties/name/enum", keyword: "enum", params: { allowedValues: schema58.properties.slurm.properties.signal.properties.name.enum }, message: "must be equal to one of the allowed values" };
                vErrors === null ? vErrors = [err288] : vErrors.length < 1e3 && vErrors.push(err288), errors++;
              }
            }
            if (data82.beforeSeconds !== void 0) {
              let data84 = data82.beforeSeconds;
              if (!(typeof data84 == "number" && !(data84 % 1) && !isNaN(data84) && isFinite(data84))) {
                const err289 = { instancePath: instancePath + "/slurm/signal/beforeSeconds", schemaPath: "#/properties/slurm/properties/signal/properties/beforeSeconds/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                vErrors === null ? vErrors = [err289] : vErrors.length < 1e3 && vErrors.push(err289), errors++;
              }
              if (typeof data84 == "number" && isFinite(data84)) {
                if (data84 > 65535 || isNaN(data84)) {
                  const err290 = { instancePath: instancePath + "/slurm/signal/beforeSeconds", schemaPath: "#/properties/slurm/properties/signal/properties/beforeSeconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 }, message: "must be <= 65535" };
                  vErrors === null ? vErrors = [err290] : vErrors.length < 1e3 && vErrors.push(err290), errors++;
                }
                if (data84 < 0 || isNaN(data84)) {
                  const err291 = { instancePath: instancePath + "/slurm/signal/beforeSeconds", schemaPath: "#/properties/slurm/properties/signal/properties/beforeSeconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
                  vErrors === null ? vErrors = [err291] : vErrors.length < 1e3 && vErrors.push(err291), errors++;
                }
              }
            }
          }
        }
        if (data68.restarts !== void 0) {
          let data85 = data68.restarts;
          if (!(typeof data85 == "number" && !(data85 % 1) && !isNaN(data85) && isFinite(data85))) {
            const err292 = { instancePath: instancePath + "/slurm/restarts", schemaPath: "#/properties/slurm/properties/restarts/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err292] : vErrors.length < 1e3 && vErrors.push(err292), errors++;
          }
          if (typeof data85 == "number" && isFinite(data85)) {
            if (data85 > 1e3 || isNaN(data85)) {
              const err293 = { instancePath: instancePath + "/slurm/restarts", schemaPath: "#/properties/slurm/properties/restarts/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
              vErrors === null ? vErrors = [err293] : vErrors.length < 1e3 && vErrors.push(err293), errors++;
            }
            if (data85 < 0 || isNaN(data85)) {
              const err294 = { instancePath: instancePath + "/slurm/restarts", schemaPath: "#/properties/slurm/properties/restarts/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err294] : vErrors.length < 1e3 && vErrors.push(err294), errors++;
            }
          }
        }
        if (data68.requeues !== void 0) {
          let data86 = data68.requeues;
          if (!(typeof data86 == "number" && !(data86 % 1) && !isNaN(data86) && isFinite(data86))) {
            const err295 = { instancePath: instancePath + "/slurm/requeues", schemaPath: "#/properties/slurm/properties/requeues/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err295] : vErrors.length < 1e3 && vErrors.push(err295), errors++;
          }
          if (typeof data86 == "number" && isFinite(data86)) {
            if (data86 > 1e3 || isNaN(data86)) {
              const err296 = { instancePath: instancePath + "/slurm/requeues", schemaPath: "#/properties/slurm/properties/requeues/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" };
              vErrors === null ? vErrors = [err296] : vErrors.length < 1e3 && vErrors.push(err296), errors++;
            }
            if (data86 < 0 || isNaN(data86)) {
              const err297 = { instancePath: instancePath + "/slurm/requeues", schemaPath: "#/properties/slurm/properties/requeues/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
              vErrors === null ? vErrors = [err297] : vErrors.length < 1e3 && vErrors.push(err297), errors++;
            }
          }
        }
        if (data68.allocation !== void 0) {
          let data87 = data68.allocation;
          if (!(data87 === "whole" || data87 === "shared")) {
            const err298 = { instancePath: instancePath + "/slurm/allocation", schemaPath: "#/properties/slurm/properties/allocation/enum", keyword: "enum", params: { allowedValues: schema58.properties.slurm.properties.allocation.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err298] : vErrors.length < 1e3 && vErrors.push(err298), errors++;
          }
        }
        if (data68.exclusive !== void 0 && typeof data68.exclusive != "boolean") {
          const err299 = { instancePath: instancePath + "/slurm/exclusive", schemaPath: "#/properties/slurm/properties/exclusive/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
          vErrors === null ? vErrors = [err299] : vErrors.length < 1e3 && vErrors.push(err299), errors++;
        }
        if (data68.gpuRequest !== void 0) {
          let data89 = data68.gpuRequest;
          if (!(data89 === "per-node" || data89 === "gres" || data89 === "total" || data89 === "none" || data89 === null)) {
            const err300 = { instancePath: instancePath + "/slurm/gpuRequest", schemaPath: "#/properties/slurm/properties/gpuRequest/enum", keyword: "enum", params: { allowedValues: schema58.properties.slurm.properties.gpuRequest.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err300] : vErrors.length < 1e3 && vErrors.push(err300), errors++;
          }
        }
        if (data68.taskEnv !== void 0) {
          let data90 = data68.taskEnv;
          if (!(data90 === "plan" || data90 === "keep")) {
            const err301 = { instancePath: instancePath + "/slurm/taskEnv", schemaPath: "#/properties/slurm/properties/taskEnv/enum", keyword: "enum", params: { allowedValues: schema58.properties.slurm.properties.taskEnv.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err301] : vErrors.length < 1e3 && vErrors.push(err301), errors++;
          }
        }
        if (data68.cpusPerTask !== void 0) {
          let data91 = data68.cpusPerTask;
          if (!(typeof data91 == "number" && !(data91 % 1) && !isNaN(data91) && isFinite(data91)) && data91 !== null) {
            const err302 = { instancePath: instancePath + "/slurm/cpusPerTask", schemaPath: "#/properties/slurm/properties/cpusPerTask/type", keyword: "type", params: { type: schema58.properties.slurm.properties.cpusPerTask.type }, message: "must be integer,null" };
            vErrors === null ? vErrors = [err302] : vErrors.length < 1e3 && vErrors.push(err302), errors++;
          }
          if (typeof data91 == "number" && isFinite(data91)) {
            if (data91 > 65536 || isNaN(data91)) {
              const err303 = { instancePath: instancePath + "/slurm/cpusPerTask", schemaPath: "#/properties/slurm/properties/cpusPerTask/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65536 }, message: "must be <= 65536" };
              vErrors === null ? vErrors = [err303] : vErrors.length < 1e3 && vErrors.push(err303), errors++;
            }
            if (data91 < 1 || isNaN(data91)) {
              const err304 = { instancePath: instancePath + "/slurm/cpusPerTask", schemaPath: "#/properties/slurm/properties/cpusPerTask/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
              vErrors === null ? vErrors = [err304] : vErrors.length < 1e3 && vErrors.push(err304), errors++;
            }
          }
        }
        if (data68.directives !== void 0) {
          let data92 = data68.directives;
          if (data92 && typeof data92 == "object" && !Array.isArray(data92)) {
            for (const key3 in data92) {
              const _errs191 = errors;
              if (typeof key3 == "string") {
                if (func3(key3) > 64) {
                  const err305 = { instancePath: instancePath + "/slurm/directives", schemaPath: "#/properties/slurm/properties/directives/propertyNames/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters", propertyName: key3 };
                  vErrors === null ? vErrors = [err305] : vErrors.length < 1e3 && vErrors.push(err305), errors++;
                }
                if (!pattern77.test(key3)) {
                  const err306 = { instancePath: instancePath + "/slurm/directives", schemaPath: "#/properties/slurm/properties/directives/propertyNames/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9_-]+$" }, message: 'must match pattern "^[a-z][a-z0-9_-]+$"', propertyName: key3 };
                  vErrors === null ? vErrors = [err306] : vErrors.length < 1e3 && vErrors.push(err306), errors++;
                }
              }
              var valid32 = _errs191 === errors;
              if (!valid32) {
                const err307 = { instancePath: instancePath + "/slurm/directives", schemaPath: "#/properties/slurm/properties/directives/propertyNames", keyword: "propertyNames", params: { propertyName: key3 }, message: "property name must be valid" };
                vErrors === null ? vErrors = [err307] : vErrors.length < 1e3 && vErrors.push(err307), errors++;
              }
            }
            for (const key4 in data92) {
              let data93 = data92[key4];
              if (typeof data93 != "string" && data93 !== null) {
                const err308 = { instancePath: instancePath + "/slurm/directives/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/slurm/properties/directives/additionalProperties/type", keyword: "type", params: { type: schema58.properties.slurm.properties.directives.additionalProperties.type }, message: "must be string,null" };
                vErrors === null ? vErrors = [err308] : vErrors.length < 1e3 && vErrors.push(err308), errors++;
              }
              if (typeof data93 == "string") {
                if (func3(data93) > 4096) {
                  const err309 = { instancePath: instancePath + "/slurm/directives/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/slurm/properties/directives/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
                  vErrors === null ? vErrors = [err309] : vErrors.length < 1e3 && vErrors.push(err309), errors++;
                }
                if (func3(data93) < 1) {
                  const err310 = { instancePath: instancePath + "/slurm/directives/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/slurm/properties/directives/additionalProperties/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                  vErrors === null ? vErrors = [err310] : vErrors.length < 1e3 && vErrors.push(err310), errors++;
                }
                if (!pattern6.test(data93)) {
                  const err311 = { instancePath: instancePath + "/slurm/directives/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/slurm/properties/directives/additionalProperties/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
                  vErrors === null ? vErrors = [err311] : vErrors.length < 1e3 && vErrors.push(err311), errors++;
                }
              }
            }
          } else {
            const err312 = { instancePath: instancePath + "/slurm/directives", schemaPath: "#/properties/slurm/properties/directives/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err312] : vErrors.length < 1e3 && vErrors.push(err312), errors++;
          }
        }
        if (data68.setup !== void 0) {
          let data94 = data68.setup;
          if (Array.isArray(data94)) {
            if (data94.length > 1e3) {
              const err313 = { instancePath: instancePath + "/slurm/setup", schemaPath: "#/properties/slurm/properties/setup/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
              vErrors === null ? vErrors = [err313] : vErrors.length < 1e3 && vErrors.push(err313), errors++;
            }
            const len8 = data94.length;
            for (let i8 = 0; i8 < len8; i8++) {
              let data95 = data94[i8];
              if (typeof data95 == "string") {
                if (func3(data95) > 65536) {
                  const err314 = { instancePath: instancePath + "/slurm/setup/" + i8, schemaPath: "#/properties/slurm/properties/setup/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
                  vErrors === null ? vErrors = [err314] : vErrors.length < 1e3 && vErrors.push(err314), errors++;
                }
                if (!pattern55.test(data95)) {
                  const err315 = { instancePath: instancePath + "/slurm/setup/" + i8, schemaPath: "#/properties/slurm/properties/setup/items/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
                  vErrors === null ? vErrors = [err315] : vErrors.length < 1e3 && vErrors.push(err315), errors++;
                }
              } else {
                const err316 = { instancePath: instancePath + "/slurm/setup/" + i8, schemaPath: "#/properties/slurm/properties/setup/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err316] : vErrors.length < 1e3 && vErrors.push(err316), errors++;
              }
            }
          } else {
            const err317 = { instancePath: instancePath + "/slurm/setup", schemaPath: "#/properties/slurm/properties/setup/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            vErrors === null ? vErrors = [err317] : vErrors.length < 1e3 && vErrors.push(err317), errors++;
          }
        }
        if (data68.container !== void 0) {
          let data96 = data68.container;
          if (!(data96 && typeof data96 == "object" && !Array.isArray(data96)) && data96 !== null) {
            const err318 = { instancePath: instancePath + "/slurm/container", schemaPath: "#/properties/slurm/properties/container/type", keyword: "type", params: { type: schema58.properties.slurm.properties.container.type }, message: "must be object,null" };
            vErrors === null ? vErrors = [err318] : vErrors.length < 1e3 && vErrors.push(err318), errors++;
          }
          if (data96 && typeof data96 == "object" && !Array.isArray(data96)) {
            if (data96.image === void 0) {
              const err319 = { instancePath: instancePath + "/slurm/container", schemaPath: "#/properties/slurm/properties/container/required", keyword: "required", params: { missingProperty: "image" }, message: "must have required property 'image'" };
              vErrors === null ? vErrors = [err319] : vErrors.length < 1e3 && vErrors.push(err319), errors++;
            }
            if (data96.runtime === void 0) {
              const err320 = { instancePath: instancePath + "/slurm/container", schemaPath: "#/properties/slurm/properties/container/required", keyword: "required", params: { missingProperty: "runtime" }, message: "must have required property 'runtime'" };
              vErrors === null ? vErrors = [err320] : vErrors.length < 1e3 && vErrors.push(err320), errors++;
            }
            if (data96.mounts === void 0) {
              const err321 = { instancePath: instancePath + "/slurm/container", schemaPath: "#/properties/slurm/properties/container/required", keyword: "required", params: { missingProperty: "mounts" }, message: "must have required property 'mounts'" };
              vErrors === null ? vErrors = [err321] : vErrors.length < 1e3 && vErrors.push(err321), errors++;
            }
            if (data96.workdir === void 0) {
              const err322 = { instancePath: instancePath + "/slurm/container", schemaPath: "#/properties/slurm/properties/container/required", keyword: "required", params: { missingProperty: "workdir" }, message: "must have required property 'workdir'" };
              vErrors === null ? vErrors = [err322] : vErrors.length < 1e3 && vErrors.push(err322), errors++;
            }
            if (data96.image !== void 0) {
              let data97 = data96.image;
              if (typeof data97 == "string") {
                if (func3(data97) > 4096) {
                  const err323 = { instancePath: instancePath + "/slurm/container/image", schemaPath: "#/properties/slurm/properties/container/properties/image/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
                  vErrors === null ? vErrors = [err323] : vErrors.length < 1e3 && vErrors.push(err323), errors++;
                }
                if (func3(data97) < 1) {
                  const err324 = { instancePath: instancePath + "/slurm/container/image", schemaPath: "#/properties/slurm/properties/container/properties/image/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                  vErrors === null ? vErrors = [err324] : vErrors.length < 1e3 && vErrors.push(err324), errors++;
                }
                if (!pattern22.test(data97)) {
                  const err325 = { instancePath: instancePath + "/slurm/container/image", schemaPath: "#/properties/slurm/properties/container/properties/image/pattern", keyword: "pattern", params: { pattern: "^[^-\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^[^-\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
                  vErrors === null ? vErrors = [err325] : vErrors.length < 1e3 && vErrors.push(err325), errors++;
                }
              } else {
                const err326 = { instancePath: instancePath + "/slurm/container/image", schemaPath: "#/properties/slurm/properties/container/properties/image/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err326] : vErrors.length < 1e3 && vErrors.push(err326), errors++;
              }
            }
            if (data96.runtime !== void 0) {
              let data98 = data96.runtime;
              if (!(data98 === "pyxis" || data98 === "apptainer")) {
                const err327 = { instancePath: instancePath + "/slurm/container/runtime", schemaPath: "#/properties/slurm/properties/container/properties/runtime/enum", keyword: "enum", params: { allowedValues: schema58.properties.slurm.properties.container.properties.runtime.enum }, message: "must be equal to one of the allowed values" };
                vErrors === null ? vErrors = [err327] : vErrors.length < 1e3 && vErrors.push(err327), errors++;
              }
            }
            if (data96.mounts !== void 0) {
              let data99 = data96.mounts;
              if (Array.isArray(data99)) {
                if (data99.length > 1e3) {
                  const err328 = { instancePath: instancePath + "/slurm/container/mounts", schemaPath: "#/properties/slurm/properties/container/properties/mounts/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
                  vErrors === null ? vErrors = [err328] : vErrors.length < 1e3 && vErrors.push(err328), errors++;
                }
                const len9 = data99.length;
                for (let i9 = 0; i9 < len9; i9++) {
                  let data100 = data99[i9];
                  if (typeof data100 == "string") {
                    if (func3(data100) > 8193) {
                      const err329 = { instancePath: instancePath + "/slurm/container/mounts/" + i9, schemaPath: "#/properties/slurm/properties/container/properties/mounts/items/maxLength", keyword: "maxLength", params: { limit: 8193 }, message: "must NOT have more than 8193 characters" };
                      vErrors === null ? vErrors = [err329] : vErrors.length < 1e3 && vErrors.push(err329), errors++;
                    }
                    if (!pattern23.test(data100)) {
                      const err330 = { instancePath: instancePath + "/slurm/container/mounts/" + i9, schemaPath: "#/properties/slurm/properties/container/properties/mounts/items/pattern", keyword: "pattern", params: { pattern: "^/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:(ro|rw))?)?$" }, message: 'must match pattern "^/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:/[^,:\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*(:(ro|rw))?)?$"' };
                      vErrors === null ? vErrors = [err330] : vErrors.length < 1e3 && vErrors.push(err330), errors++;
                    }
                  } else {
                    const err331 = { instancePath: instancePath + "/slurm/container/mounts/" + i9, schemaPath: "#/properties/slurm/properties/container/properties/mounts/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                    vErrors === null ? vErrors = [err331] : vErrors.length < 1e3 && vErrors.push(err331), errors++;
                  }
                }
              } else {
                const err332 = { instancePath: instancePath + "/slurm/container/mounts", schemaPath: "#/properties/slurm/properties/container/properties/mounts/type", keyword: "type", params: { type: "array" }, message: "must be array" };
                vErrors === null ? vErrors = [err332] : vErrors.length < 1e3 && vErrors.push(err332), errors++;
              }
            }
            if (data96.workdir !== void 0) {
              let data101 = data96.workdir;
              if (typeof data101 != "string" && data101 !== null) {
                const err333 = { instancePath: instancePath + "/slurm/container/workdir", schemaPath: "#/properties/slurm/properties/container/properties/workdir/type", keyword: "type", params: { type: schema58.properties.slurm.properties.container.properties.workdir.type }, message: "must be string,null" };
                vErrors === null ? vErrors = [err333] : vErrors.length < 1e3 && vErrors.push(err333), errors++;
              }
              if (typeof data101 == "string") {
                if (func3(data101) > 4096) {
                  const err334 = { instancePath: instancePath + "/slurm/container/workdir", schemaPath: "#/properties/slurm/properties/container/properties/workdir/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
                  vErrors === null ? vErrors = [err334] : vErrors.length < 1e3 && vErrors.push(err334), errors++;
                }
                if (!pattern24.test(data101)) {
                  const err335 = { instancePath: instancePath + "/slurm/container/workdir", schemaPath: "#/properties/slurm/properties/container/properties/workdir/pattern", keyword: "pattern", params: { pattern: "^/[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$" }, message: 'must match pattern "^/[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"' };
                  vErrors === null ? vErrors = [err335] : vErrors.length < 1e3 && vErrors.push(err335), errors++;
                }
              }
            }
          }
        }
        if (data68.healthCheck !== void 0) {
          let data102 = data68.healthCheck;
          if (!Array.isArray(data102) && data102 !== null) {
            const err336 = { instancePath: instancePath + "/slurm/healthCheck", schemaPath: "#/properties/slurm/properties/healthCheck/type", keyword: "type", params: { type: schema58.properties.slurm.properties.healthCheck.type }, message: "must be array,null" };
            vErrors === null ? vErrors = [err336] : vErrors.length < 1e3 && vErrors.push(err336), errors++;
          }
          if (Array.isArray(data102)) {
            if (data102.length > 1e4) {
              const err337 = { instancePath: instancePath + "/slurm/healthCheck", schemaPath: "#/properties/slurm/properties/healthCheck/maxItems", keyword: "maxItems", params: { limit: 1e4 }, message: "must NOT have more than 10000 items" };
              vErrors === null ? vErrors = [err337] : vErrors.length < 1e3 && vErrors.push(err337), errors++;
            }
            if (data102.length < 1) {
              const err338 = { instancePath: instancePath + "/slurm/healthCheck", schemaPath: "#/properties/slurm/properties/healthCheck/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
              vErrors === null ? vErrors = [err338] : vErrors.length < 1e3 && vErrors.push(err338), errors++;
            }
            const len10 = data102.length;
            for (let i10 = 0; i10 < len10; i10++) {
              let data103 = data102[i10];
              if (typeof data103 == "string") {
                if (func3(data103) > 65536) {
                  const err339 = { instancePath: instancePath + "/slurm/healthCheck/" + i10, schemaPath: "#/properties/slurm/properties/healthCheck/items/maxLength", keyword: "maxLength", params: { limit: 65536 }, message: "must NOT have more than 65536 characters" };
                  vErrors === null ? vErrors = [err339] : vErrors.length < 1e3 && vErrors.push(err339), errors++;
                }
                if (!pattern55.test(data103)) {
                  const err340 = { instancePath: instancePath + "/slurm/healthCheck/" + i10, schemaPath: "#/properties/slurm/properties/healthCheck/items/pattern", keyword: "pattern", params: { pattern: "^[^\\u0000]*$" }, message: 'must match pattern "^[^\\u0000]*$"' };
                  vErrors === null ? vErrors = [err340] : vErrors.length < 1e3 && vErrors.push(err340), errors++;
                }
              } else {
                const err341 = { instancePath: instancePath + "/slurm/healthCheck/" + i10, schemaPath: "#/properties/slurm/properties/healthCheck/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err341] : vErrors.length < 1e3 && vErrors.push(err341), errors++;
              }
            }
          }
        }
        if (data68.combinedLog !== void 0 && typeof data68.combinedLog != "boolean") {
          const err342 = { instancePath: instancePath + "/slurm/combinedLog", schemaPath: "#/properties/slurm/properties/combinedLog/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
          vErrors === null ? vErrors = [err342] : vErrors.length < 1e3 && vErrors.push(err342), errors++;
        }
        if (data68.srun !== void 0) {
          let data105 = data68.srun;
          if (Array.isArray(data105)) {
            if (data105.length > 1e3) {
              const err343 = { instancePath: instancePath + "/slurm/srun", schemaPath: "#/properties/slurm/properties/srun/maxItems", keyword: "maxItems", params: { limit: 1e3 }, message: "must NOT have more than 1000 items" };
              vErrors === null ? vErrors = [err343] : vErrors.length < 1e3 && vErrors.push(err343), errors++;
            }
            const len11 = data105.length;
            for (let i11 = 0; i11 < len11; i11++) {
              let data106 = data105[i11];
              if (typeof data106 == "string") {
                if (func3(data106) > 4096) {
                  const err344 = { instancePath: instancePath + "/slurm/srun/" + i11, schemaPath: "#/properties/slurm/properties/srun/items/maxLength", keyword: "maxLength", params: { limit: 4096 }, message: "must NOT have more than 4096 characters" };
                  vErrors === null ? vErrors = [err344] : vErrors.length < 1e3 && vErrors.push(err344), errors++;
                }
                if (func3(data106) < 1) {
                  const err345 = { instancePath: instancePath + "/slurm/srun/" + i11, schemaPath: "#/properties/slurm/properties/srun/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" };
                  vErrors === null ? vErrors = [err345] : vErrors.length < 1e3 && vErrors.push(err345), errors++;
                }
                if (!pattern84.test(data106)) {
                  const err346 = { instancePath: instancePath + "/slurm/srun/" + i11, schemaPath: "#/properties/slurm/properties/srun/items/pattern", keyword: "pattern", params: { pattern: "^--[a-z][a-z0-9_-]+(=[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*)?$" }, message: 'must match pattern "^--[a-z][a-z0-9_-]+(=[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*)?$"' };
                  vErrors === null ? vErrors = [err346] : vErrors.length < 1e3 && vErrors.push(err346), errors++;
                }
              } else {
                const err347 = { instancePath: instancePath + "/slurm/srun/" + i11, schemaPath: "#/properties/slurm/properties/srun/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err347] : vErrors.length < 1e3 && vErrors.push(err347), errors++;
              }
            }
          } else {
            const err348 = { instancePath: instancePath + "/slurm/srun", schemaPath: "#/properties/slurm/properties/srun/type", keyword: "type", params: { type: "array" }, message: "must be array" };
            vErrors === null ? vErrors = [err348] : vErrors.length < 1e3 && vErrors.push(err348), errors++;
          }
        }
      }
    }
    if (data.levels !== void 0) {
      let data107 = data.levels;
      if (!Array.isArray(data107) && data107 !== null) {
        const err349 = { instancePath: instancePath + "/levels", schemaPath: "#/properties/levels/type", keyword: "type", params: { type: schema58.properties.levels.type }, message: "must be array,null" };
        vErrors === null ? vErrors = [err349] : vErrors.length < 1e3 && vErrors.push(err349), errors++;
      }
      if (Array.isArray(data107)) {
        if (data107.length > 32) {
          const err350 = { instancePath: instancePath + "/levels", schemaPath: "#/properties/levels/maxItems", keyword: "maxItems", params: { limit: 32 }, message: "must NOT have more than 32 items" };
          vErrors === null ? vErrors = [err350] : vErrors.length < 1e3 && vErrors.push(err350), errors++;
        }
        if (data107.length < 1) {
          const err351 = { instancePath: instancePath + "/levels", schemaPath: "#/properties/levels/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          vErrors === null ? vErrors = [err351] : vErrors.length < 1e3 && vErrors.push(err351), errors++;
        }
        const len12 = data107.length;
        for (let i12 = 0; i12 < len12; i12++) {
          let data108 = data107[i12];
          if (typeof data108 == "string") {
            if (func3(data108) > 64) {
              const err352 = { instancePath: instancePath + "/levels/" + i12, schemaPath: "#/properties/levels/items/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" };
              vErrors === null ? vErrors = [err352] : vErrors.length < 1e3 && vErrors.push(err352), errors++;
            }
            if (!pattern26.test(data108)) {
              const err353 = { instancePath: instancePath + "/levels/" + i12, schemaPath: "#/properties/levels/items/pattern", keyword: "pattern", params: { pattern: "^(?!node$)[A-Za-z][A-Za-z0-9_-]*$" }, message: 'must match pattern "^(?!node$)[A-Za-z][A-Za-z0-9_-]*$"' };
              vErrors === null ? vErrors = [err353] : vErrors.length < 1e3 && vErrors.push(err353), errors++;
            }
          } else {
            const err354 = { instancePath: instancePath + "/levels/" + i12, schemaPath: "#/properties/levels/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err354] : vErrors.length < 1e3 && vErrors.push(err354), errors++;
          }
        }
      }
    }
    if (data.nodes !== void 0) {
      let data109 = data.nodes;
      if (Array.isArray(data109)) {
        if (data109.length > 2097152) {
          const err355 = { instancePath: instancePath + "/nodes", schemaPath: "#/properties/nodes/maxItems", keyword: "maxItems", params: { limit: 2097152 }, message: "must NOT have more than 2097152 items" };
          vErrors === null ? vErrors = [err355] : vErrors.length < 1e3 && vErrors.push(err355), errors++;
        }
        if (data109.length < 1) {
          const err356 = { instancePath: instancePath + "/nodes", schemaPath: "#/properties/nodes/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          vErrors === null ? vErrors = [err356] : vErrors.length < 1e3 && vErrors.push(err356), errors++;
        }
      } else {
        const err357 = { instancePath: instancePath + "/nodes", schemaPath: "#/properties/nodes/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err357] : vErrors.length < 1e3 && vErrors.push(err357), errors++;
      }
    }
    if (data.ranks !== void 0) {
      let data110 = data.ranks;
      if (Array.isArray(data110)) {
        if (data110.length > 2097152) {
          const err358 = { instancePath: instancePath + "/ranks", schemaPath: "#/properties/ranks/maxItems", keyword: "maxItems", params: { limit: 2097152 }, message: "must NOT have more than 2097152 items" };
          vErrors === null ? vErrors = [err358] : vErrors.length < 1e3 && vErrors.push(err358), errors++;
        }
        if (data110.length < 1) {
          const err359 = { instancePath: instancePath + "/ranks", schemaPath: "#/properties/ranks/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
          vErrors === null ? vErrors = [err359] : vErrors.length < 1e3 && vErrors.push(err359), errors++;
        }
      } else {
        const err360 = { instancePath: instancePath + "/ranks", schemaPath: "#/properties/ranks/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err360] : vErrors.length < 1e3 && vErrors.push(err360), errors++;
      }
    }
  } else {
    const err361 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err361] : vErrors.length < 1e3 && vErrors.push(err361), errors++;
  }
  return validate26.errors = vErrors, errors === 0;
}
const diagnostics = validate29, schema62 = { $schema: "http://json-schema.org/draft-07/schema#", $id: "urn:rankplan:schema:diagnostics:1", type: "object", additionalProperties: !1, required: ["formatVersion", "errors", "warnings", "diagnostics"], properties: { formatVersion: { type: "string", pattern: "^1\\.[0-9]+$" }, errors: { type: "integer", minimum: 0 }, warnings: { type: "integer", minimum: 0 }, notes: { type: "integer", minimum: 0 }, diagnostics: { type: "array", items: { $ref: "#/definitions/diagnostic" } } }, definitions: { position: { type: "object", additionalProperties: !1, required: ["line", "column", "offset"], properties: { line: { type: "integer", minimum: 1 }, column: { type: "integer", minimum: 1 }, offset: { type: "integer", minimum: 0 } } }, span: { type: "object", additionalProperties: !1, required: ["file", "start", "end"], properties: { file: { type: "string" }, start: { $ref: "#/definitions/position" }, end: { $ref: "#/definitions/position" } } }, diagnostic: { type: "object", additionalProperties: !1, required: ["code", "severity", "message", "primary", "labels", "notes", "help", "suggestion"], properties: { code: { type: "string", pattern: "^RP[0-9]{4}$" }, severity: { enum: ["error", "warning", "note"] }, message: { type: "string" }, primary: { $ref: "#/definitions/span" }, labels: { type: "array", items: { type: "object", additionalProperties: !1, required: ["span", "message"], properties: { span: { $ref: "#/definitions/span" }, message: { type: "string" } } } }, notes: { type: "array", items: { type: "string" } }, help: { type: ["string", "null"] }, suggestion: { type: ["object", "null"], additionalProperties: !1, required: ["span", "replacement"], properties: { span: { $ref: "#/definitions/span" }, replacement: { type: "string" }, title: { type: "string" }, certain: { type: "boolean" } } } } } } }, schema63 = { type: "object", additionalProperties: !1, required: ["code", "severity", "message", "primary", "labels", "notes", "help", "suggestion"], properties: { code: { type: "string", pattern: "^RP[0-9]{4}$" }, severity: { enum: ["error", "warning", "note"] }, message: { type: "string" }, primary: { $ref: "#/definitions/span" }, labels: { type: "array", items: { type: "object", additionalProperties: !1, required: ["span", "message"], properties: { span: { $ref: "#/definitions/span" }, message: { type: "string" } } } }, notes: { type: "array", items: { type: "string" } }, help: { type: ["string", "null"] }, suggestion: { type: ["object", "null"], additionalProperties: !1, required: ["span", "replacement"], properties: { span: { $ref: "#/definitions/span" }, replacement: { type: "string" }, title: { type: "string" }, certain: { type: "boolean" } } } } }, pattern98 = new RegExp("^RP[0-9]{4}$", "u"), schema64 = { type: "object", additionalProperties: !1, required: ["file", "start", "end"], properties: { file: { type: "string" }, start: { $ref: "#/definitions/position" }, end: { $ref: "#/definitions/position" } } }, schema65 = { type: "object", additionalProperties: !1, required: ["line", "column", "offset"], properties: { line: { type: "integer", minimum: 1 }, column: { type: "integer", minimum: 1 }, offset: { type: "integer", minimum: 0 } } };
function validate31(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.file === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "file" }, message: "must have required property 'file'" };
      vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
    }
    if (data.start === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "start" }, message: "must have required property 'start'" };
      vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
    }
    if (data.end === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "end" }, message: "must have required property 'end'" };
      vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
    }
    for (const key0 in data)
      if (!(key0 === "file" || key0 === "start" || key0 === "end")) {
        const err3 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
      }
    if (data.file !== void 0 && typeof data.file != "string") {
      const err4 = { instancePath: instancePath + "/file", schemaPath: "#/properties/file/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
    }
    if (data.start !== void 0) {
      let data1 = data.start;
      if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
        if (data1.line === void 0) {
          const err5 = { instancePath: instancePath + "/start", schemaPath: "#/definitions/position/required", keyword: "required", params: { missingProperty: "line" }, message: "must have required property 'line'" };
          vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
        }
        if (data1.column === void 0) {
          const err6 = { instancePath: instancePath + "/start", schemaPath: "#/definitions/position/required", keyword: "required", params: { missingProperty: "column" }, message: "must have required property 'column'" };
          vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
        }
        if (data1.offset === void 0) {
          const err7 = { instancePath: instancePath + "/start", schemaPath: "#/definitions/position/required", keyword: "required", params: { missingProperty: "offset" }, message: "must have required property 'offset'" };
          vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
        }
        for (const key1 in data1)
          if (!(key1 === "line" || key1 === "column" || key1 === "offset")) {
            const err8 = { instancePath: instancePath + "/start", schemaPath: "#/definitions/position/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
          }
        if (data1.line !== void 0) {
          let data2 = data1.line;
          if (!(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
            const err9 = { instancePath: instancePath + "/start/line", schemaPath: "#/definitions/position/properties/line/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
          }
          if (typeof data2 == "number" && isFinite(data2) && (data2 < 1 || isNaN(data2))) {
            const err10 = { instancePath: instancePath + "/start/line", schemaPath: "#/definitions/position/properties/line/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
            vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
          }
        }
        if (data1.column !== void 0) {
          let data3 = data1.column;
          if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3))) {
            const err11 = { instancePath: instancePath + "/start/column", schemaPath: "#/definitions/position/properties/column/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
          }
          if (typeof data3 == "number" && isFinite(data3) && (data3 < 1 || isNaN(data3))) {
            const err12 = { instancePath: instancePath + "/start/column", schemaPath: "#/definitions/position/properties/column/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
            vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
          }
        }
        if (data1.offset !== void 0) {
          let data4 = data1.offset;
          if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4) && isFinite(data4))) {
            const err13 = { instancePath: instancePath + "/start/offset", schemaPath: "#/definitions/position/properties/offset/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
          }
          if (typeof data4 == "number" && isFinite(data4) && (data4 < 0 || isNaN(data4))) {
            const err14 = { instancePath: instancePath + "/start/offset", schemaPath: "#/definitions/position/properties/offset/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
          }
        }
      } else {
        const err15 = { instancePath: instancePath + "/start", schemaPath: "#/definitions/position/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
      }
    }
    if (data.end !== void 0) {
      let data5 = data.end;
      if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
        if (data5.line === void 0) {
          const err16 = { instancePath: instancePath + "/end", schemaPath: "#/definitions/position/required", keyword: "required", params: { missingProperty: "line" }, message: "must have required property 'line'" };
          vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
        }
        if (data5.column === void 0) {
          const err17 = { instancePath: instancePath + "/end", schemaPath: "#/definitions/position/required", keyword: "required", params: { missingProperty: "column" }, message: "must have required property 'column'" };
          vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
        }
        if (data5.offset === void 0) {
          const err18 = { instancePath: instancePath + "/end", schemaPath: "#/definitions/position/required", keyword: "required", params: { missingProperty: "offset" }, message: "must have required property 'offset'" };
          vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
        }
        for (const key2 in data5)
          if (!(key2 === "line" || key2 === "column" || key2 === "offset")) {
            const err19 = { instancePath: instancePath + "/end", schemaPath: "#/definitions/position/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
          }
        if (data5.line !== void 0) {
          let data6 = data5.line;
          if (!(typeof data6 == "number" && !(data6 % 1) && !isNaN(data6) && isFinite(data6))) {
            const err20 = { instancePath: instancePath + "/end/line", schemaPath: "#/definitions/position/properties/line/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
          }
          if (typeof data6 == "number" && isFinite(data6) && (data6 < 1 || isNaN(data6))) {
            const err21 = { instancePath: instancePath + "/end/line", schemaPath: "#/definitions/position/properties/line/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
            vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
          }
        }
        if (data5.column !== void 0) {
          let data7 = data5.column;
          if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7) && isFinite(data7))) {
            const err22 = { instancePath: instancePath + "/end/column", schemaPath: "#/definitions/position/properties/column/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
          }
          if (typeof data7 == "number" && isFinite(data7) && (data7 < 1 || isNaN(data7))) {
            const err23 = { instancePath: instancePath + "/end/column", schemaPath: "#/definitions/position/properties/column/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
            vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
          }
        }
        if (data5.offset !== void 0) {
          let data8 = data5.offset;
          if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8))) {
            const err24 = { instancePath: instancePath + "/end/offset", schemaPath: "#/definitions/position/properties/offset/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
            vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
          }
          if (typeof data8 == "number" && isFinite(data8) && (data8 < 0 || isNaN(data8))) {
            const err25 = { instancePath: instancePath + "/end/offset", schemaPath: "#/definitions/position/properties/offset/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
            vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
          }
        }
      } else {
        const err26 = { instancePath: instancePath + "/end", schemaPath: "#/definitions/position/type", keyword: "type", params: { type: "object" }, message: "must be object" };
        vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
      }
    }
  } else {
    const err27 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
  }
  return validate31.errors = vErrors, errors === 0;
}
function validate30(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.code === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
      vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
    }
    if (data.severity === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "severity" }, message: "must have required property 'severity'" };
      vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
    }
    if (data.message === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
      vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
    }
    if (data.primary === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "primary" }, message: "must have required property 'primary'" };
      vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
    }
    if (data.labels === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "labels" }, message: "must have required property 'labels'" };
      vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
    }
    if (data.notes === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "notes" }, message: "must have required property 'notes'" };
      vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
    }
    if (data.help === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "help" }, message: "must have required property 'help'" };
      vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
    }
    if (data.suggestion === void 0) {
      const err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "suggestion" }, message: "must have required property 'suggestion'" };
      vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
    }
    for (const key0 in data)
      if (!(key0 === "code" || key0 === "severity" || key0 === "message" || key0 === "primary" || key0 === "labels" || key0 === "notes" || key0 === "help" || key0 === "suggestion")) {
        const err8 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
      }
    if (data.code !== void 0) {
      let data0 = data.code;
      if (typeof data0 == "string") {
        if (!pattern98.test(data0)) {
          const err9 = { instancePath: instancePath + "/code", schemaPath: "#/properties/code/pattern", keyword: "pattern", params: { pattern: "^RP[0-9]{4}$" }, message: 'must match pattern "^RP[0-9]{4}$"' };
          vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
        }
      } else {
        const err10 = { instancePath: instancePath + "/code", schemaPath: "#/properties/code/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
      }
    }
    if (data.severity !== void 0) {
      let data1 = data.severity;
      if (!(data1 === "error" || data1 === "warning" || data1 === "note")) {
        const err11 = { instancePath: instancePath + "/severity", schemaPath: "#/properties/severity/enum", keyword: "enum", params: { allowedValues: schema63.properties.severity.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
      }
    }
    if (data.message !== void 0 && typeof data.message != "string") {
      const err12 = { instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
    }
    if (data.primary !== void 0 && (validate31(data.primary, { instancePath: instancePath + "/primary", parentData: data, parentDataProperty: "primary", rootData }) || (vErrors = addErrors(vErrors, validate31.errors), errors = vErrors.length)), data.labels !== void 0) {
      let data4 = data.labels;
      if (Array.isArray(data4)) {
        const len0 = data4.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data5 = data4[i0];
          if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
            if (data5.span === void 0) {
              const err13 = { instancePath: instancePath + "/labels/" + i0, schemaPath: "#/properties/labels/items/required", keyword: "required", params: { missingProperty: "span" }, message: "must have required property 'span'" };
              vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
            }
            if (data5.message === void 0) {
              const err14 = { instancePath: instancePath + "/labels/" + i0, schemaPath: "#/properties/labels/items/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
              vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
            }
            for (const key1 in data5)
              if (!(key1 === "span" || key1 === "message")) {
                const err15 = { instancePath: instancePath + "/labels/" + i0, schemaPath: "#/properties/labels/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" };
                vErrors === null ? vErrors = [err15] : vErrors.length < 1e3 && vErrors.push(err15), errors++;
              }
            if (data5.span !== void 0 && (validate31(data5.span, { instancePath: instancePath + "/labels/" + i0 + "/span", parentData: data5, parentDataProperty: "span", rootData }) || (vErrors = addErrors(vErrors, validate31.errors), errors = vErrors.length)), data5.message !== void 0 && typeof data5.message != "string") {
              const err16 = { instancePath: instancePath + "/labels/" + i0 + "/message", schemaPath: "#/properties/labels/items/properties/message/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err16] : vErrors.length < 1e3 && vErrors.push(err16), errors++;
            }
          } else {
            const err17 = { instancePath: instancePath + "/labels/" + i0, schemaPath: "#/properties/labels/items/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err17] : vErrors.length < 1e3 && vErrors.push(err17), errors++;
          }
        }
      } else {
        const err18 = { instancePath: instancePath + "/labels", schemaPath: "#/properties/labels/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err18] : vErrors.length < 1e3 && vErrors.push(err18), errors++;
      }
    }
    if (data.notes !== void 0) {
      let data8 = data.notes;
      if (Array.isArray(data8)) {
        const len1 = data8.length;
        for (let i1 = 0; i1 < len1; i1++)
          if (typeof data8[i1] != "string") {
            const err19 = { instancePath: instancePath + "/notes/" + i1, schemaPath: "#/properties/notes/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err19] : vErrors.length < 1e3 && vErrors.push(err19), errors++;
          }
      } else {
        const err20 = { instancePath: instancePath + "/notes", schemaPath: "#/properties/notes/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err20] : vErrors.length < 1e3 && vErrors.push(err20), errors++;
      }
    }
    if (data.help !== void 0) {
      let data10 = data.help;
      if (typeof data10 != "string" && data10 !== null) {
        const err21 = { instancePath: instancePath + "/help", schemaPath: "#/properties/help/type", keyword: "type", params: { type: schema63.properties.help.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err21] : vErrors.length < 1e3 && vErrors.push(err21), errors++;
      }
    }
    if (data.suggestion !== void 0) {
      let data11 = data.suggestion;
      if (!(data11 && typeof data11 == "object" && !Array.isArray(data11)) && data11 !== null) {
        const err22 = { instancePath: instancePath + "/suggestion", schemaPath: "#/properties/suggestion/type", keyword: "type", params: { type: schema63.properties.suggestion.type }, message: "must be object,null" };
        vErrors === null ? vErrors = [err22] : vErrors.length < 1e3 && vErrors.push(err22), errors++;
      }
      if (data11 && typeof data11 == "object" && !Array.isArray(data11)) {
        if (data11.span === void 0) {
          const err23 = { instancePath: instancePath + "/suggestion", schemaPath: "#/properties/suggestion/required", keyword: "required", params: { missingProperty: "span" }, message: "must have required property 'span'" };
          vErrors === null ? vErrors = [err23] : vErrors.length < 1e3 && vErrors.push(err23), errors++;
        }
        if (data11.replacement === void 0) {
          const err24 = { instancePath: instancePath + "/suggestion", schemaPath: "#/properties/suggestion/required", keyword: "required", params: { missingProperty: "replacement" }, message: "must have required property 'replacement'" };
          vErrors === null ? vErrors = [err24] : vErrors.length < 1e3 && vErrors.push(err24), errors++;
        }
        for (const key2 in data11)
          if (!(key2 === "span" || key2 === "replacement" || key2 === "title" || key2 === "certain")) {
            const err25 = { instancePath: instancePath + "/suggestion", schemaPath: "#/properties/suggestion/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" };
            vErrors === null ? vErrors = [err25] : vErrors.length < 1e3 && vErrors.push(err25), errors++;
          }
        if (data11.span !== void 0 && (validate31(data11.span, { instancePath: instancePath + "/suggestion/span", parentData: data11, parentDataProperty: "span", rootData }) || (vErrors = addErrors(vErrors, validate31.errors), errors = vErrors.length)), data11.replacement !== void 0 && typeof data11.replacement != "string") {
          const err26 = { instancePath: instancePath + "/suggestion/replacement", schemaPath: "#/properties/suggestion/properties/replacement/type", keyword: "type", params: { type: "string" }, message: "must be string" };
          vErrors === null ? vErrors = [err26] : vErrors.length < 1e3 && vErrors.push(err26), errors++;
        }
        if (data11.title !== void 0 && typeof data11.title != "string") {
          const err27 = { instancePath: instancePath + "/suggestion/title", schemaPath: "#/properties/suggestion/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" };
          vErrors === null ? vErrors = [err27] : vErrors.length < 1e3 && vErrors.push(err27), errors++;
        }
        if (data11.certain !== void 0 && typeof data11.certain != "boolean") {
          const err28 = { instancePath: instancePath + "/suggestion/certain", schemaPath: "#/properties/suggestion/properties/certain/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
          vErrors === null ? vErrors = [err28] : vErrors.length < 1e3 && vErrors.push(err28), errors++;
        }
      }
    }
  } else {
    const err29 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err29] : vErrors.length < 1e3 && vErrors.push(err29), errors++;
  }
  return validate30.errors = vErrors, errors === 0;
}
function validate29(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null, errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.formatVersion === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "formatVersion" }, message: "must have required property 'formatVersion'" };
      vErrors === null ? vErrors = [err0] : vErrors.length < 1e3 && vErrors.push(err0), errors++;
    }
    if (data.errors === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "errors" }, message: "must have required property 'errors'" };
      vErrors === null ? vErrors = [err1] : vErrors.length < 1e3 && vErrors.push(err1), errors++;
    }
    if (data.warnings === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "warnings" }, message: "must have required property 'warnings'" };
      vErrors === null ? vErrors = [err2] : vErrors.length < 1e3 && vErrors.push(err2), errors++;
    }
    if (data.diagnostics === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "diagnostics" }, message: "must have required property 'diagnostics'" };
      vErrors === null ? vErrors = [err3] : vErrors.length < 1e3 && vErrors.push(err3), errors++;
    }
    for (const key0 in data)
      if (!(key0 === "formatVersion" || key0 === "errors" || key0 === "warnings" || key0 === "notes" || key0 === "diagnostics")) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err4] : vErrors.length < 1e3 && vErrors.push(err4), errors++;
      }
    if (data.formatVersion !== void 0) {
      let data0 = data.formatVersion;
      if (typeof data0 == "string") {
        if (!pattern38.test(data0)) {
          const err5 = { instancePath: instancePath + "/formatVersion", schemaPath: "#/properties/formatVersion/pattern", keyword: "pattern", params: { pattern: "^1\\.[0-9]+$" }, message: 'must match pattern "^1\\.[0-9]+$"' };
          vErrors === null ? vErrors = [err5] : vErrors.length < 1e3 && vErrors.push(err5), errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/formatVersion", schemaPath: "#/properties/formatVersion/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err6] : vErrors.length < 1e3 && vErrors.push(err6), errors++;
      }
    }
    if (data.errors !== void 0) {
      let data1 = data.errors;
      if (!(typeof data1 == "number" && !(data1 % 1) && !isNaN(data1) && isFinite(data1))) {
        const err7 = { instancePath: instancePath + "/errors", schemaPath: "#/properties/errors/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err7] : vErrors.length < 1e3 && vErrors.push(err7), errors++;
      }
      if (typeof data1 == "number" && isFinite(data1) && (data1 < 0 || isNaN(data1))) {
        const err8 = { instancePath: instancePath + "/errors", schemaPath: "#/properties/errors/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        vErrors === null ? vErrors = [err8] : vErrors.length < 1e3 && vErrors.push(err8), errors++;
      }
    }
    if (data.warnings !== void 0) {
      let data2 = data.warnings;
      if (!(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
        const err9 = { instancePath: instancePath + "/warnings", schemaPath: "#/properties/warnings/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err9] : vErrors.length < 1e3 && vErrors.push(err9), errors++;
      }
      if (typeof data2 == "number" && isFinite(data2) && (data2 < 0 || isNaN(data2))) {
        const err10 = { instancePath: instancePath + "/warnings", schemaPath: "#/properties/warnings/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        vErrors === null ? vErrors = [err10] : vErrors.length < 1e3 && vErrors.push(err10), errors++;
      }
    }
    if (data.notes !== void 0) {
      let data3 = data.notes;
      if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3))) {
        const err11 = { instancePath: instancePath + "/notes", schemaPath: "#/properties/notes/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err11] : vErrors.length < 1e3 && vErrors.push(err11), errors++;
      }
      if (typeof data3 == "number" && isFinite(data3) && (data3 < 0 || isNaN(data3))) {
        const err12 = { instancePath: instancePath + "/notes", schemaPath: "#/properties/notes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        vErrors === null ? vErrors = [err12] : vErrors.length < 1e3 && vErrors.push(err12), errors++;
      }
    }
    if (data.diagnostics !== void 0) {
      let data4 = data.diagnostics;
      if (Array.isArray(data4)) {
        const len0 = data4.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate30(data4[i0], { instancePath: instancePath + "/diagnostics/" + i0, parentData: data4, parentDataProperty: i0, rootData }) || (vErrors = addErrors(vErrors, validate30.errors), errors = vErrors.length);
      } else {
        const err13 = { instancePath: instancePath + "/diagnostics", schemaPath: "#/properties/diagnostics/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err13] : vErrors.length < 1e3 && vErrors.push(err13), errors++;
      }
    }
  } else {
    const err14 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err14] : vErrors.length < 1e3 && vErrors.push(err14), errors++;
  }
  return validate29.errors = vErrors, errors === 0;
}
export {
  MAX_ERRORS,
  diagnostics,
  inventory,
  plan,
  planNode,
  planRank,
  topology,
  topologyModel,
  topologyNode
};
