import { afterEach, expect, it } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  authorizationRequest,
  CLIENT,
  readJson,
  REDIRECT_URI,
  startProvider,
} from './testing/relying-party.ts'

const idp = forAllTests(() => startProvider({ signingAlgorithms: ['ES256'] }))

afterEach(() => idp.tamper(null))

async function obtainCode(
  options: Parameters<typeof signInAt>[1] = { login: 'ada' },
): Promise<{ query: URLSearchParams; state: string; codeVerifier: string }> {
  const sent = authorizationRequest(idp.oauth.authorization, { scope: 'read:user user:email' })
  const { url } = await signInAt(sent.url, options)
  return { query: new URL(url).searchParams, ...sent }
}

function requestToken(form: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: CLIENT.client_id,
    client_secret: CLIENT.client_secret,
    redirect_uri: REDIRECT_URI,
    ...form,
  })
  return fetch(idp.oauth.token, { method: 'POST', body })
}

async function obtainAccessToken(): Promise<string> {
  const { query, codeVerifier } = await obtainCode()
  const answer = await requestToken({
    code: query.get('code') ?? '',
    code_verifier: codeVerifier,
  })
  return String((await readJson(answer))['access_token'])
}

function read(url: string, accessToken: string): Promise<Response> {
  return fetch(url, { headers: { authorization: `Bearer ${accessToken}` } })
}

it('plain OAuth of the test provider signs a person in', async () => {
  const { query, state, codeVerifier } = await obtainCode()
  expect(query.get('state')).toBe(state)

  const answer = await requestToken({ code: query.get('code') ?? '', code_verifier: codeVerifier })
  const tokens = await readJson(answer)
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'read:user,user:email' })
  expect(tokens).not.toHaveProperty('id_token')

  const profile = await read(idp.oauth.profile, String(tokens['access_token']))
  const person = await readJson(profile)
  expect(person).toMatchObject({ login: 'ada', name: 'Ada Lovelace' })
  expect(person['id']).toBeTypeOf('number')
  const emails = await read(idp.oauth.emails, String(tokens['access_token']))
  expect(await emails.json()).toMatchObject([
    { email: 'ada@harbour.example', verified: true, primary: true },
  ])
})

it('plain OAuth of the test provider accepts the secret in the header', async () => {
  const { query, codeVerifier } = await obtainCode()
  const basic = Buffer.from(`${CLIENT.client_id}:${CLIENT.client_secret}`).toString('base64')
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    redirect_uri: REDIRECT_URI,
    code: query.get('code') ?? '',
    code_verifier: codeVerifier,
  })
  const headers = { authorization: `Basic ${basic}` }

  expect((await fetch(idp.oauth.token, { method: 'POST', headers, body })).status).toBe(200)
})

it('plain OAuth of the test provider sends access_denied when the person denies', async () => {
  const { query, state } = await obtainCode({ login: 'ada', deny: true })

  expect(query.get('error')).toBe('access_denied')
  expect(query.get('state')).toBe(state)
})

it('plain OAuth of the test provider refuses a used code, a wrong verifier and a wrong secret', async () => {
  const { query, codeVerifier } = await obtainCode()
  const form = { code: query.get('code') ?? '', code_verifier: codeVerifier }
  expect((await requestToken({ ...form, client_secret: 'wrong' })).status).toBe(401)
  expect((await requestToken(form)).status).toBe(200)
  expect((await requestToken(form)).status).toBe(400)

  const second = await obtainCode()
  const wrong = { code: second.query.get('code') ?? '', code_verifier: 'wrong' }
  expect((await requestToken(wrong)).status).toBe(400)
})

it('plain OAuth of the test provider shows a page instead of redirecting to an unregistered address', async () => {
  const { url } = authorizationRequest(idp.oauth.authorization, {
    redirect_uri: 'http://127.0.0.1:9/elsewhere',
  })
  const answer = await fetch(url, { redirect: 'manual' })

  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('redirect_uri is unknown')
})

it('plain OAuth of the test provider refuses a profile request without a token', async () => {
  expect((await read(idp.oauth.profile, 'unknown')).status).toBe(401)
})

it('plain OAuth of the test provider can send an error with status 200', async () => {
  idp.tamper({ oauthToken: { status: 200, body: { error: 'bad_verification_code' } } })
  const answer = await requestToken({ code: 'any' })

  expect(answer.status).toBe(200)
  expect(await readJson(answer)).toEqual({ error: 'bad_verification_code' })
})

it('plain OAuth of the test provider can leave the id out of the profile', async () => {
  const accessToken = await obtainAccessToken()
  idp.tamper({ oauthProfile: ({ body }) => ({ body: { ...body, id: undefined } }) })
  const profile = await readJson(await read(idp.oauth.profile, accessToken))

  expect(profile).not.toHaveProperty('id')
  expect(profile).toHaveProperty('login', 'ada')
})
