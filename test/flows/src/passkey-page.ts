import { signIn } from '@latchstring/client/webauthn'

// A page of an application: two buttons, and what came of them.
const outcome = document.querySelector('output')

for (const action of ['authenticate', 'register'] as const) {
  document.querySelector(`#${action}`)?.addEventListener('click', () => {
    const options = { action, redirect: false as const, redirectTo: '/app' }
    void signIn('passkey', options, { basePath: '/auth' })
      .then((result) => JSON.stringify(result))
      .catch((error: unknown) => String(error))
      .then((text) => {
        if (outcome) outcome.textContent = text
      })
  })
}
