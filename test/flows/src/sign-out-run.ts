import { expect } from 'vitest'
import { html } from '@latchstring/test-kit/html'
import { CLIENT_SECRET } from '@latchstring/test-kit/idp'
import type { WebServer } from '@latchstring/test-kit/web-server'
import type { SignOutModule } from './certification-modules.ts'
import type { ModuleAnswer, RelyingParty } from './rp-target.ts'
import { createSigningIssuer } from './signing-issuer.ts'

/** What came of a module at a provider that signs whatever it is to. */
export interface SignOutRun {
  readonly answer: ModuleAnswer
  /** Of the logout request. */
  readonly logout: URLSearchParams
  /** Of the answers to logout tokens. */
  readonly statuses: readonly number[]
}

async function sendLogoutToken(url: string, token: string): Promise<number> {
  const body = new URLSearchParams({ logout_token: token })
  const { status, headers } = await fetch(url, { method: 'POST', body })
  expect(headers.get('cache-control')).toContain('no-store')
  return status
}

const redirect = (location: string): Response =>
  new Response(null, { status: 302, headers: { location } })

/** A page that goes on when its frame has loaded. */
function framePage(frame: string, next: string): Response {
  const page = html`<!doctype html>
    <title>Signing out</title>
    <iframe
      src="${frame}"
      onload="location.replace(this.dataset.next)"
      data-next="${next}"
    ></iframe>`
  return new Response(page.markup, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** Runs a module at a provider that signs whatever it is to. A module without a sign-out only signs in. */
export async function runSignOut(
  { party, server }: { readonly party: RelyingParty; readonly server: WebServer },
  module: string,
  { state = (sent) => sent, token, refusal, framed }: SignOutModule,
): Promise<SignOutRun> {
  const issuer = await createSigningIssuer(server.origin)
  const { client } = party
  const receiver = client['backchannel_logout_uri'] ?? ''
  // A session that a provider has ended is over for good.
  const sid = crypto.randomUUID()
  let logout = new URLSearchParams()
  const statuses: number[] = []

  async function signOut(asked: URLSearchParams): Promise<Response> {
    logout = asked
    if (token) statuses.push(await sendLogoutToken(receiver, await token(issuer, sid)))
    // The receiver takes what is right, and refused the other for what was wrong with it.
    if (refusal) statuses.push(await sendLogoutToken(receiver, await issuer.logoutToken()))
    const returned = state(asked.get('state') ?? '')
    const query = returned === undefined ? '' : `?state=${returned}`
    const next = `${asked.get('post_logout_redirect_uri')}${query}`
    if (!framed) return redirect(next)
    const named = new URLSearchParams({ iss: issuer.issuer, sid })
    return framePage(`${client['frontchannel_logout_uri']}?${named}`, next)
  }

  server.use(async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/authorize') {
      issuer.next({ sub: 'ada', sid, nonce: searchParams.get('nonce') })
      const query = { code: 'one', state: searchParams.get('state') ?? '' }
      return redirect(`${searchParams.get('redirect_uri')}?${new URLSearchParams(query)}`)
    }
    if (pathname === '/userinfo') return Response.json({ sub: 'ada' })
    if (pathname === '/logout') return signOut(searchParams)
    const answer = await issuer.answer(url)
    const userinfo = { userinfo_endpoint: `${issuer.issuer}/userinfo` }
    return Response.json(
      pathname.includes('well-known') ? Object.assign({}, answer, userinfo) : answer,
    )
  })
  const answer = await party.run({ module, issuer: issuer.issuer, clientSecret: CLIENT_SECRET })
  return { answer, logout, statuses }
}
