// SPDX-License-Identifier: MIT
//
// bot_types.mjs OUT: what the package @grammyjs/types says of the Bot API, as a table in JSON that
// conforms.mjs checks values against.
//
// The TypeScript compiler reads the package's declarations, so every method, parameter and type of
// the API is there as its authors keep it. A shape is [kind, …]:
//   ["string"], ["number"], ["boolean"], ["file"], ["any"]    ["is", literal]
//   ["list", shape]    ["map", shape]    ["ref", number]
// and `objects[number]` has the `members` of an object, name to [shape, optional], or the `shapes` of
// which a value has one. They have numbers because types contain each other.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ENTRY = `${HERE}entry.ts`;
const SOURCE = `
import type { ApiMethods, ApiResponse, Message, Update } from "@grammyjs/types";
export interface InputFile { readonly input_file: unique symbol }
export type Methods = ApiMethods<InputFile>;
export type Updates = Update;
export type AnyMessage = Message;
export type Failure = Extract<ApiResponse<true>, { ok: false }>;
`;

const options = {
    strict: true,
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: [],
};

function openProgram() {
    const host = ts.createCompilerHost(options);
    const { getSourceFile, fileExists } = host;
    host.fileExists = (name) => name === ENTRY || fileExists.call(host, name);
    host.getSourceFile = (name, ...rest) =>
        name === ENTRY
            ? ts.createSourceFile(name, SOURCE, options.target)
            : getSourceFile.call(host, name, ...rest);
    const program = ts.createProgram([ENTRY], options, host);
    const wrong = program.getSemanticDiagnostics(program.getSourceFile(ENTRY));
    if (wrong.length) throw new Error(ts.flattenDiagnosticMessageText(wrong[0].messageText, " "));
    return program;
}

const program = openProgram();
const checker = program.getTypeChecker();
const objects = [];
const numbers = new Map();

function shapeOf(type) {
    if (type.isStringLiteral() || type.isNumberLiteral()) return ["is", type.value];
    const { flags } = type;
    if (flags & ts.TypeFlags.BooleanLiteral) return ["is", type.intrinsicName === "true"];
    if (flags & ts.TypeFlags.String || flags & ts.TypeFlags.TemplateLiteral) return ["string"];
    if (flags & ts.TypeFlags.Number) return ["number"];
    if (flags & ts.TypeFlags.Boolean) return ["boolean"];
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return ["any"];
    if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never)) return null;
    if (type.isUnion()) return ["ref", unionOf(type)];
    const list = checker.isArrayLikeType(type)
        ? checker.getIndexTypeOfType(type, ts.IndexKind.Number)
        : null;
    if (list) return ["list", shapeOf(list)];
    if (type.symbol?.name === "InputFile") return ["file"];
    const map = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    if (map) return ["map", shapeOf(map)];
    if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return ["ref", objectOf(type)];
    throw new Error(`no shape for ${checker.typeToString(type)}`);
}

function unionOf(type) {
    const known = numbers.get(type);
    if (known !== undefined) return known;
    const number = objects.length;
    const union = { name: checker.typeToString(type) };
    objects.push(union);
    numbers.set(type, number);
    union.shapes = type.types.map(shapeOf).filter(Boolean);
    return number;
}

function objectOf(type) {
    const known = numbers.get(type);
    if (known !== undefined) return known;
    const number = objects.length;
    const members = {};
    objects.push({ name: checker.typeToString(type), members });
    numbers.set(type, number);
    for (const member of checker.getPropertiesOfType(type)) {
        const optional = Boolean(member.flags & ts.SymbolFlags.Optional);
        const shape = shapeOf(checker.getTypeOfSymbol(member));
        if (shape) members[member.name] = [shape, optional];
    }
    return number;
}

const exported = new Map(
    checker
        .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(ENTRY)))
        .map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]),
);
const methods = {};
for (const method of checker.getPropertiesOfType(exported.get("Methods"))) {
    const [signature] = checker.getTypeOfSymbol(method).getCallSignatures();
    const [parameter] = signature.getParameters();
    const takes = parameter && checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
    methods[method.name] = {
        takes: takes ? shapeOf(takes) : null,
        gives: shapeOf(signature.getReturnType()),
    };
}
const table = {
    methods,
    update: shapeOf(exported.get("Updates")),
    message: shapeOf(exported.get("AnyMessage")),
    failure: shapeOf(exported.get("Failure")),
    objects,
};
writeFileSync(process.argv[2], JSON.stringify(table));
