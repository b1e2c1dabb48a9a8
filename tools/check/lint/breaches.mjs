/**
 * @typedef {object} Breach
 * @property {string} code the rule that has to fire, as the linter names it
 * @property {string} file where the breach is planted
 * @property {string} text
 * @property {Readonly<Record<string, string>>} [also] further files the breach needs
 * @property {boolean} [absent] the place is exempt, so the rule has to stay silent
 */

/** @type {(count: number, line: (index: number) => string) => string} */
const repeat = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join('\n')

const plain = 'packages/core/src/lib/breaches'
const long = repeat(61, (index) => `  run(${index})`)
const sum = repeat(13, (index) => `  if (n === ${index}) return ${index}`)

/** @type {readonly Breach[]} */
export const limits = [
  {
    code: 'eslint(max-lines)',
    file: `${plain}/max-lines.ts`,
    text: repeat(301, (index) => `export const n${index}: number = ${index}`),
  },
  {
    code: 'eslint(max-lines)',
    file: `${plain}/max-lines-comments.ts`,
    text: repeat(400, (index) => `// ${index}\n\n`) + '\nexport const n: number = 1\n',
    absent: true,
  },
  {
    code: 'eslint(max-lines-per-function)',
    file: `${plain}/max-lines-per-function.ts`,
    text: `export function f(run: (n: number) => void): void {\n${long}\n}\n`,
  },
  {
    code: 'eslint(max-lines-per-function)',
    file: 'packages/core/src/long.test.ts',
    text: `export function f(run: (n: number) => void): void {\n${long}\n}\n`,
    absent: true,
  },
  {
    code: 'eslint(complexity)',
    file: `${plain}/complexity.ts`,
    text: `export function f(n: number): number {\n${sum}\n  return n\n}\n`,
  },
  {
    code: 'eslint(max-params)',
    file: `${plain}/max-params.ts`,
    text: 'export const f = (a: 1, b: 2, c: 3, d: 4, e: 5): number => a + b + c + d + e\n',
  },
  {
    code: 'import(no-cycle)',
    file: `${plain}/cycle-a.ts`,
    text: "import { b } from './cycle-b.ts'\nexport const a = (): number => b()\n",
    also: {
      [`${plain}/cycle-b.ts`]:
        "import { a } from './cycle-a.ts'\nexport const b = (): number => a()\n",
    },
  },
  {
    code: 'eslint(no-shadow)',
    file: `${plain}/shadow.ts`,
    text: 'const a = 1\nexport const f = (): number => {\n  const a = 2\n  return a\n}\nf(a)\n',
  },
  {
    code: 'eslint(no-param-reassign)',
    file: `${plain}/param.ts`,
    text: 'export function f(o: { a: number }): void {\n  o.a = 1\n}\n',
  },
  {
    code: 'import(no-default-export)',
    file: `${plain}/default.ts`,
    text: 'export default 1\n',
  },
  {
    code: 'import(no-default-export)',
    file: 'packages/core/src/providers/default.ts',
    text: 'export default 1\n',
    absent: true,
  },
  {
    code: 'unicorn(filename-case)',
    file: `${plain}/CamelCase.ts`,
    text: 'export const a: number = 1\n',
  },
  {
    code: 'typescript(no-explicit-any)',
    file: `${plain}/any.ts`,
    text: 'export const f = (a: any): void => void a\n',
  },
  {
    code: 'typescript(no-non-null-assertion)',
    file: `${plain}/non-null.ts`,
    text: 'export const f = (a: string | undefined): string => a!\n',
  },
  {
    code: 'typescript(no-floating-promises)',
    file: `${plain}/floating.ts`,
    text: 'export function f(p: Promise<void>): void {\n  p\n}\n',
  },
  {
    code: 'typescript(no-misused-promises)',
    file: `${plain}/misused.ts`,
    text: 'export const f = (p: Promise<boolean>): number => (p ? 1 : 2)\n',
  },
  {
    code: 'typescript(switch-exhaustiveness-check)',
    file: `${plain}/exhaustive.ts`,
    text: "export function f(a: 'x' | 'y'): void {\n  switch (a) {\n    case 'x':\n      break\n  }\n}\n",
  },
  {
    code: 'typescript(consistent-type-imports)',
    file: `${plain}/type-imports.ts`,
    text: "import { T } from './t.ts'\nexport const f = (a: T): T => a\n",
    also: { [`${plain}/t.ts`]: 'export type T = 1\n' },
  },
  {
    code: 'typescript(no-unsafe-assignment)',
    file: `${plain}/unsafe-assignment.ts`,
    text: "export const a: string = JSON.parse('1')\n",
  },
  {
    code: 'typescript(no-unsafe-argument)',
    file: `${plain}/unsafe-argument.ts`,
    text: "export const f = (run: (a: string) => void): void => run(JSON.parse('1'))\n",
  },
  {
    code: 'typescript(no-unsafe-member-access)',
    file: `${plain}/unsafe-member.ts`,
    text: "export const f = (): void => void JSON.parse('1').a\n",
  },
  {
    code: 'typescript(no-unsafe-return)',
    file: `${plain}/unsafe-return.ts`,
    text: "export const f = (): string => JSON.parse('1')\n",
  },
  {
    code: 'typescript(no-unsafe-type-assertion)',
    file: `${plain}/unsafe-cast.ts`,
    text: 'export const f = (a: unknown): string => a as string\n',
  },
  {
    code: 'latchstring(cast-needs-reason)',
    file: `${plain}/cast.ts`,
    text: 'export const f = (a: unknown): string => a as string\n',
  },
  {
    code: 'latchstring(cast-needs-reason)',
    file: `${plain}/cast-explained.ts`,
    text: '// Checked by the caller.\nexport const f = (a: unknown): string => a as string\n',
    absent: true,
  },
]

const clock = 'latchstring(no-ambient-clock)'
const node =
  "import { randomBytes } from 'node:crypto'\nexport const f = (): unknown => randomBytes(1)\n"
const globalNames = 'eslint(no-restricted-globals)'

/** @type {readonly Breach[]} */
export const bans = [
  { code: clock, file: `${plain}/now.ts`, text: 'export const f = (): number => Date.now()\n' },
  { code: clock, file: `${plain}/new-date.ts`, text: 'export const f = (): Date => new Date()\n' },
  {
    code: clock,
    file: `${plain}/date-of.ts`,
    text: 'export const f = (ms: number): Date => new Date(ms)\n',
    absent: true,
  },
  {
    code: clock,
    file: 'packages/core/src/lib/kit/clock.ts',
    text: 'export const now = (): number => Date.now()\n',
    absent: true,
  },
  { code: 'import(no-nodejs-modules)', file: `${plain}/node.ts`, text: node },
  {
    code: 'import(no-nodejs-modules)',
    file: `${plain}/bare-node.ts`,
    text: node.replace('node:', ''),
  },
  {
    code: 'import(no-nodejs-modules)',
    file: 'packages/core/src/lib/crypto/primitives-node.ts',
    text: node,
    absent: true,
  },
  {
    code: 'import(no-nodejs-modules)',
    file: 'packages/core/src/node.test.ts',
    text: node,
    absent: true,
  },
  { code: 'import(no-nodejs-modules)', file: 'packages/client/src/node.ts', text: node },
  { code: 'import(no-nodejs-modules)', file: 'packages/react/src/node.tsx', text: node },
  { code: 'import(no-nodejs-modules)', file: 'packages/core/src/providers/node.ts', text: node },
  {
    code: globalNames,
    file: `${plain}/process.ts`,
    text: 'export const f = (): unknown => process.env\n',
  },
  {
    code: globalNames,
    file: `${plain}/buffer.ts`,
    text: "export const f = (): unknown => Buffer.from('')\n",
  },
  {
    code: 'eslint(no-restricted-properties)',
    file: `${plain}/global-process.ts`,
    text: 'export const f = (): unknown => globalThis.process\n',
  },
  {
    code: 'eslint(no-restricted-properties)',
    file: `${plain}/random.ts`,
    text: 'export const f = (): number => Math.random()\n',
  },
  ...[
    "import { n } from '../engine/auth.ts'\nexport const f = (): unknown => n\n",
    "import type { N } from '../engine/auth.ts'\nexport type F = N\n",
    "export { n } from '../engine/auth.ts'\n",
    "export * from '../engine/auth.ts'\n",
    "export const f = (): unknown => import('../engine/auth.ts')\n",
  ].map((text, index) => ({
    code: 'latchstring(layers)',
    file: `packages/core/src/lib/http/breach-${index}.ts`,
    text,
  })),
  ...[
    ['adapters/sql/src/value.ts', "export { createAuth } from '@latchstring/core'\n", false],
    ['adapters/sql/src/type.ts', "export type { Adapter } from '@latchstring/core'\n", true],
    [
      'adapters/sql/src/inline.ts',
      "import { type Adapter } from '@latchstring/core'\nexport type F = Adapter\n",
      true,
    ],
    ['packages/core/src/lib/http/fine.ts', "export { n } from '../crypto/n.ts'\n", true],
    ['packages/core/src/lib/http/breach.test.ts', "import '../engine/auth.ts'\n", true],
  ].map(([file, text, absent]) => ({
    code: 'latchstring(layers)',
    file: String(file),
    text: String(text),
    absent: absent === true,
  })),
]
