#!/usr/bin/env node
// `npm create latchstring` is `latchstring create`. The program is found by its package.json, because it has no entry to import.
import process from 'node:process'

const manifest = import.meta.resolve('@latchstring/cli/package.json')
process.argv.splice(2, 0, 'create')
await import(new URL('dist/bin.js', manifest).href)
