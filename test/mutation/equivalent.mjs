import { accounts, webauthn } from './equivalent/accounts.mjs'
import { config } from './equivalent/config.mjs'
import { crypto, oauth } from './equivalent/crypto.mjs'
import { engine, framework } from './equivalent/engine.mjs'
import { feed } from './equivalent/feed.mjs'
import { flows } from './equivalent/flows.mjs'
import { log } from './equivalent/log.mjs'
import { http, nodeHttp } from './equivalent/http.mjs'
import { revocation } from './equivalent/revocation.mjs'
import { cookies, session } from './equivalent/session.mjs'
import { responses, sessions } from './equivalent/sessions.mjs'
import { limits, logout } from './equivalent/limits.mjs'
import { pages } from './equivalent/pages.mjs'
import { values } from './equivalent/values.mjs'

const client = 'packages/client/src/lib'

/** @type {readonly import('./types.d.ts').Equivalent[]} */
export const equivalent = [
  ...accounts,
  ...config,
  ...cookies,
  ...crypto,
  ...engine,
  ...feed,
  ...flows,
  ...framework,
  ...http,
  ...limits,
  ...log,
  ...logout,
  ...nodeHttp,
  ...oauth,
  ...pages,
  ...responses,
  ...revocation,
  ...session,
  ...sessions,
  ...values,
  ...webauthn,
  {
    file: 'packages/core/src/lib/engine/authorize.ts',
    line: 'if (others.length === 0 || isPublic(context, question)) return true',
    original: 'others.length === 0',
    replacement: 'false',
    reason: 'Only a shorter way: where there are no others, none is asked about.',
  },
  {
    file: 'packages/core/src/lib/request/return-to.ts',
    line: 'callbacks.redirect?.(params),',
    original: 'callbacks.redirect?.(params)',
    replacement: 'callbacks.redirect(params)',
    reason: 'Called only where there is one; the compiler does not know inside a function.',
  },
  {
    file: 'frameworks/next/src/lib/app-router.ts',
    line: 'if (io === undefined) {',
    original: 'io === undefined',
    replacement: 'true',
    reason: 'Only a shorter way: a module that was loaded before has the same function.',
  },
  {
    file: 'frameworks/next/src/lib/app-router.ts',
    line: 'io = cache.io ?? (() => Promise.resolve())',
    original: '() => Promise.resolve()',
    reason: 'What it returns is awaited, and nothing else.',
  },
  {
    file: `${client}/sign-in.ts`,
    line: ': []',
    original: '[]',
    reason: 'Without a provider nothing looks at its type.',
  },
  {
    file: 'packages/core/src/lib/sign-in/email/dead-link.ts',
    line: 'const said = signed === undefined ? undefined : await readExpiry(macs, text, signed)',
    original: 'signed === undefined',
    replacement: 'false',
    reason: 'The text `undefined` says of no end; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/sign-in/email/mail-rows.ts',
    line: 'return matchTime(await store.getVerificationToken?.({ ...name }), name)',
    original: 'store.getVerificationToken?.({ ...name })',
    reason: 'Called only where the store declares that it reads rows; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/sign-in/email/mail-secrets.ts',
    line: "const [, time = '', length = '', given = ''] = SIGNED_EXPIRY.exec(signed) ?? []",
    original: "''",
    reason: 'Whatever the time, neither text is as long as a MAC that it is compared with.',
  },
  {
    file: 'packages/core/src/lib/sign-in/email/mail-secrets.ts',
    line: "const [, time = '', length = '', given = ''] = SIGNED_EXPIRY.exec(signed) ?? []",
    original: '[]',
    reason: 'The first member is left out, so that neither list has a MAC.',
  },
  {
    file: 'packages/core/src/lib/sign-in/email/mail-store.ts',
    line: 'if (before) await fillPlace(rows, identifier, before)',
    original: 'before',
    replacement: 'true',
    reason:
      'Without a place to fill the call throws before it writes anything, and what it throws is ignored.',
  },
  {
    file: 'packages/core/src/lib/sign-in/transaction/cookies.ts',
    line: 'const surplus = first === -1 ? [] : newestFirst.slice(first)',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'What is not an id has no cookies that could be deleted.',
  },
  {
    file: 'packages/core/src/lib/sign-in/transaction/cookies.ts',
    line: 'const parts = Object.entries(others).flatMap(([kind, part]) => (part ? [kind] : []))',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'A part by a name that none has is looked for nowhere.',
  },
  {
    file: 'packages/core/src/lib/sign-in/email/mail-places.ts',
    line: 'return Math.abs(one - other) < 1000',
    original: 'Math.abs(one - other) < 1000',
    replacement: 'Math.abs(one - other) <= 1000',
    reason: 'Marks of two mails are six seconds apart or more.',
  },
  {
    file: 'packages/core/src/lib/sign-in/email/mail-places.ts',
    line: "const values = taken.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))",
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'A text has no mark, and is left out with the empty places.',
  },
  {
    file: 'packages/core/src/lib/sign-in/email/mail-places.ts',
    line: 'return { place: replaced?.place ?? 0, mark, replaced }',
    original: 'replaced?.place',
    replacement: 'replaced.place',
    reason: 'Where no place is empty there is an oldest mail; the compiler does not know.',
  },
  {
    file: 'packages/core/src/lib/sign-in/email/mail-places.ts',
    line: 'if (claim.replaced) await restore(rows, identifier, [claim.replaced])',
    original: 'claim.replaced',
    replacement: 'true',
    reason:
      'Without a mail to put back the call throws before it writes anything, and what it throws is ignored.',
  },
  {
    file: 'packages/core/src/lib/sign-in/transaction/transaction.ts',
    line: 'return id !== undefined && isTransactionId(id) ? id : undefined',
    original: 'id !== undefined',
    replacement: 'true',
    reason: 'The text `undefined` is too short for an id.',
  },
]
