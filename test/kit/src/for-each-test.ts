import type { IdentityProvider } from '@latchstring/test-idp'
import { type Inbox, startInbox } from '@latchstring/test-inbox'
import { beforeEach } from 'vitest'
import { ORIGIN } from './app.ts'
import { createAuthenticator, type FakeAuthenticator } from './fake-authenticator.ts'
import { forAllTests, forEachTest } from './for-all-tests.ts'
import { startIdp } from './idp.ts'
import { storePeople } from './people.ts'
import { openStore, type Store } from './sqlite-store.ts'

/** A store for the tests of a file, which is empty before each of them. */
export function storeForEachTest(): Store {
  const store = forAllTests(openStore)
  beforeEach(() => store.clear())
  return store
}

/** The same with the users who can sign in with a password. */
export function storeOfPeopleForEachTest(): Store {
  const store = storeForEachTest()
  beforeEach(() => storePeople(store.adapter))
  return store
}

/** An identity provider for the tests of a file, which tells the truth and has had no requests before each of them. */
export function idpForEachTest(): IdentityProvider {
  const idp = forAllTests(startIdp)
  beforeEach(() => {
    idp.tamper(null)
    idp.requests.splice(0)
  })
  return idp
}

/** Both of them: what an application needs that signs people in and stores them. */
export function idpAndStoreForEachTest(): {
  readonly idp: IdentityProvider
  readonly store: Store
} {
  return { idp: idpForEachTest(), store: storeForEachTest() }
}

/** A mail server for the tests of a file, which has had no mails before each of them. */
function inboxForEachTest(): Inbox {
  const inbox = forAllTests(startInbox)
  beforeEach(() => inbox.clear())
  return inbox
}

/** Both of them: what an application needs that signs people in by mail. */
export function inboxAndStoreForEachTest(): { readonly inbox: Inbox; readonly store: Store } {
  return { inbox: inboxForEachTest(), store: storeForEachTest() }
}

/** An authenticator for the application, which is a new one for each test of a file. */
export const authenticatorForEachTest = (): FakeAuthenticator =>
  forEachTest(() => createAuthenticator({ origin: ORIGIN }))
