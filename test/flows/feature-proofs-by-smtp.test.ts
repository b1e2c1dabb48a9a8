import { recordTables } from '@latchstring/core/adapters'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import { BASE, createApp, ENV } from '@latchstring/test-kit/app'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { readJson } from '@latchstring/test-kit/json'
import { ADA, storePeople } from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { startInbox } from '@latchstring/test-inbox'
import { beforeEach, expect, test } from 'vitest'
import { post, useLink } from './src/proof-world.ts'
import { welcomeFeature, words } from './src/welcome-feature.ts'

const inbox = forAllTests(startInbox)
const store = forAllTests(() => openStore({ records: [...recordTables, words] }))
const EVE = 'eve@example.com'

beforeEach(async () => {
  inbox.clear()
  await store.clear()
  await storePeople(store.adapter)
})

const open = (theme: object = {}) =>
  createApp(
    {
      providers: [Nodemailer({ id: 'mail', server: inbox.smtpUrl, from: 'App <app@app.example>' })],
      adapter: store.adapter,
      features: [welcomeFeature(1440)],
      theme,
    },
    { env: ENV },
  )

test('A mail of a feature says what the feature says, with link and code', async () => {
  const browser = open({ name: 'Harbour' }).openBrowser()
  await post(browser, 'ask', { email: EVE })
  const { subject, text, html, link = '', code = '' } = await inbox.waitFor(EVE)
  expect(subject).toBe('Join Harbour')
  expect(text).toMatch(
    /^Join Harbour\s+Choose a word for Harbour\.\s+https:\/\/app\.example\/auth\/welcome\/join\?proof=[\w-]{43}\s+Or enter this code where you started signing in:\s+[\dA-Z]{4}-[\dA-Z]{4}\s+The link and code expire in (?:1 day|24 hours)/,
  )
  for (const shown of ['Choose a word for ', 'Choose a word\n', 'Join ']) {
    expect(html.replaceAll(/\s*\n\s*/g, '\n')).toContain(shown)
  }
  expect(html + text).not.toMatch(/Sign in to|undefined|\{host\}/)
  const answer = await post(browser, 'enter', { word: 'sesame', code })
  expect(await readJson(answer)).toMatchObject({ verified: true })
  expect((await browser.open(link)).status).toBe(302)
})

test('A mail of a feature is in the language of the request, as far as the feature has it', async () => {
  const browser = open().openBrowser()
  await post(browser, 'ask', { email: EVE }, { 'accept-language': 'de' })
  const { subject, text } = await inbox.waitFor(EVE)
  expect(subject).toBe('Willkommen bei app.example')
  expect(text).toContain('Choose a word for app.example.')
  expect(text).toMatch(/Minuten|Stunden|Tag/)
})

test('A notice has neither a code nor a lifetime, and leads to the sign-in page', async () => {
  await post(open().openBrowser(), 'ask', { email: ADA.email })
  const { subject, text, html, link, code } = await inbox.waitFor(ADA.email)
  expect([subject, link, code]).toEqual([
    'You are at app.example already',
    `${BASE}/signin`,
    undefined,
  ])
  expect(text.trimEnd()).toBe(
    `You are at app.example already\n\nThere is an account with this address.\n\n${BASE}/signin`,
  )
  expect(html).not.toMatch(/expire|only once|ignore/)
})

test('A value in a mail is one line of text, and no link', async () => {
  await store.adapter.updateUser({
    id: ADA.id,
    name: 'A\r\nBcc: eve@evil.example <script> https://evil.example/ {host}',
  })
  await post(open().openBrowser(), 'forgot', { email: ADA.email })
  const { subject, text, html } = await inbox.waitFor(ADA.email)
  expect(subject).toBe('Choose another word at app.example')
  expect(text).not.toMatch(/evil\.example|https:\/\/evil|\nBcc/)
  expect(html).not.toMatch(/<script|evil\.example/)
})

test('A mail that the server refuses leaves no row, and the answer says so', async () => {
  inbox.rejectNext(550)
  const browser = open().openBrowser()
  const answer = await post(browser, 'ask', { email: EVE }, { accept: 'application/json' })
  expect([answer.status, await readJson(answer)]).toMatchObject([
    503,
    { error: 'EmailSignInError', message: 'We couldn’t send the email.' },
  ])
  expect(await store.query('SELECT id FROM auth_mail_proofs')).toEqual([])
})

test('Rows hold no address, no data and no code', async () => {
  const browser = open().openBrowser()
  await post(browser, 'ask', { email: EVE })
  const { link = '', code = '' } = await inbox.waitFor(EVE)
  const rows = JSON.stringify(await store.query('SELECT * FROM auth_mail_proofs'))
  const token = new URL(link).searchParams.get('proof') ?? ''
  for (const secret of [EVE, 'eve', 'ask', token, code, code.replace('-', '')]) {
    expect(rows).not.toContain(secret)
  }
  const used = { word: 'enter', fields: { word: 'sesame' } }
  expect((await useLink(browser, link, used)).status).toBe(200)
  expect(await store.query('SELECT * FROM auth_mail_proofs')).toEqual([])
})
