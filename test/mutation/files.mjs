// Names of files, and the scores that modules of mutation testing have to reach.

export const core = 'packages/core/src/lib'

/** @type {(...names: readonly string[]) => readonly string[]} */
export const flows = (...names) => names.map((name) => `test/flows/${name}.test.ts`)

/** @type {(...names: readonly string[]) => readonly string[]} */
export const http = (...names) => names.map((name) => `${core}/http/${name}.ts`)

/** @type {(...names: readonly string[]) => readonly string[]} */
export const config = (...names) => names.map((name) => `${core}/config/${name}.ts`)

/** @type {(...names: readonly string[]) => readonly string[]} */
export const engine = (...names) => names.map((name) => `${core}/${name}.ts`)

/** Files of a folder. @type {(folder: string, ...names: readonly string[]) => readonly string[]} */
export const names = (folder, ...files) => files.map((name) => `${core}/${folder}/${name}.ts`)

/** What is security holds at 90 %, the rest at 80 %. */
export const SECURITY = 90
export const OTHER = 80
