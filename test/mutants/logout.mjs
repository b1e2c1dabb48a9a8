const REQUEST = 'packages/core/src/lib/logout/end-session-request.ts'
const TOKEN = 'packages/core/src/lib/logout/logout-token.ts'
const LEAVE = 'test/flows/provider-sign-out.test.ts'
const RECEIVE = 'test/flows/backchannel-logout.test.ts'

/** @type {import('./row.d.ts').Rows} */
export const mutants = [
  {
    rule: 'LGO-09',
    bug: 'A logout request with a long ID token becomes an address.',
    file: REQUEST,
    find: 'url.length > MAX_URL_BYTES ? undefined : url',
    replace: 'url',
    suite: LEAVE,
    test: 'never makes a URL too long or breaks the session (',
  },
  {
    rule: 'LGO-01',
    bug: 'Any state that names a sign-out of this browser is taken.',
    file: 'packages/core/src/lib/logout/return.ts',
    find: '!transaction || !constantTimeEqual(transaction.state, state)',
    replace: '!transaction || constantTimeEqual(transaction.state, "")',
    suite: LEAVE,
    test: 'with the id of this one and another rest',
  },
  {
    rule: 'LGO-16',
    bug: 'Every sign-out goes on to the provider.',
    file: 'packages/core/src/lib/logout/end-session.ts',
    find: "typeof given === 'string' && given !== '' && given !== 'false' ? given : undefined",
    replace: "typeof given === 'string' && given !== '' && given !== 'false' ? given : true",
    suite: LEAVE,
    test: 'does not redirect to the provider, and clears no cookies of other applications (LGO-16 LGO-08)',
  },
  {
    rule: 'LGO-03',
    bug: 'A logout token for another client ends sessions.',
    file: TOKEN,
    find: 'audiences.length === 1 && audiences[0] === provider.clientId',
    replace: 'audiences.length > 0',
    suite: RECEIVE,
    test: 'with another audience is refused',
  },
  {
    rule: 'LGO-03',
    bug: 'A token with a nonce is taken for a logout token.',
    file: TOKEN,
    find: 'if (nonce !== undefined) throw',
    replace: 'if (nonce === null) throw',
    suite: RECEIVE,
    test: 'with a nonce is refused',
  },
  {
    rule: 'LGO-13',
    bug: 'A token that says nothing of a logout is taken for a logout token.',
    file: TOKEN,
    find: 'if (isObject(events) && isObject(events[EVENT])) return',
    replace: 'if (!isObject(events?.valueOf)) return',
    suite: RECEIVE,
    test: 'An ID token is not accepted as a logout token (LGO-13)',
  },
  {
    rule: 'LGO-10',
    bug: 'A logout token works as often as it is sent.',
    file: 'packages/core/src/lib/logout/back-channel.ts',
    find: "if (!use.isNew) throw refuse(provider, 'replayed', 'was used before')",
    replace: '',
    suite: RECEIVE,
    test: 'sent again after 1 seconds ends nothing',
  },
  {
    rule: 'LGO-11',
    bug: 'A logout token with a session ends all sessions of its user.',
    file: 'packages/core/src/lib/logout/back-channel.ts',
    find: 'sid === undefined ? [ofUser.user] : [ofSession.session, ofUser.session]',
    replace: '[ofSession.session, ofUser.user]',
    suite: RECEIVE,
    test: "with an unknown `sid` ends only the user's sessions whose ID token had no `sid` (LGO-11)",
  },
  {
    rule: 'LGO-03',
    bug: 'A token of another type is taken for a logout token.',
    file: TOKEN,
    find: '  checkHeader(provider, server, token)\n',
    replace: '',
    suite: RECEIVE,
    test: 'with another type is refused',
  },
]
