export const rows = String.raw`
CSR-04 A form of the application signs in without an origin check.
  frameworks/fastify/src/index.ts
  - await scope(request).form(action, fields)
  + await scope(request).signIn('credentials', fields as Record<string, unknown>)
  frameworks/fastify/src/index.test.ts
CSR-04 A form of the application signs in without an origin check.
  frameworks/h3/src/lib/operations.ts
  - submit(event, action, body ?? (await readBody(event)))
  + operations.signIn(event, 'credentials', Object.fromEntries((await readBody(event)) as FormData))
  frameworks/h3/src/index.test.ts
CKI-12 The cookie of a renewed session is lost.
  frameworks/h3/src/lib/scopes.ts
  - entry.own.apply(await makeResponse(event, value))
  + makeResponse(event, value)
  frameworks/h3/src/index.test.ts
NEST-socket A socket stays signed in as it was when it was opened.
  frameworks/nestjs/src/lib/scopes.ts
  - : addHandshake(instance, request)
  + : (scopes.get(request)?.() ?? addHandshake(instance, request))
  frameworks/nestjs/src/index.test.ts
ALT-02 Middleware of Next.js looks for the actions at the address with a slash at the end.
  frameworks/next/src/lib/guard.ts
  - publicUrl(request).href
  + request.url
  frameworks/next/src/authorized.test.ts
CKI-12 A read before a sign-out in the same request sets the session again.
  frameworks/node/src/lib/node-auth.ts
  - scopes.get(request)?.takeCookies()
  + scopes.get(request)
  frameworks/node/src/node.test.ts
NUXT-error-page A query with the name of the error page opens every page.
  frameworks/nuxt/src/lib/nuxt-auth.ts
  - /^[^?]*\/__nuxt_error(?:\?|$)/
  + /\/__nuxt_error(?:\?|$)/
  frameworks/nuxt/src/nuxt.test.ts
NUXT-seed Every page has the session of the first request.
  frameworks/nuxt/src/runtime/page-auth.ts
  - seed: () => auth.seed(event)
  + seed: () => ((auth as { first?: ReturnType<PageAuth["seed"]> }).first ??= auth.seed(event))
  frameworks/nuxt/src/nuxt.test.ts
CSR-04 An action signs in without an origin check.
  frameworks/qwik/src/index.ts
  - .form(action, form)
  + .signIn('credentials', { ...form })
  frameworks/qwik/src/index.test.ts
QWIK-form The page that shows a failed form is given its password.
  frameworks/qwik/src/lib/outcome.ts
  - event.sharedMap.delete(FORM_OF_ACTION)
  + void FORM_OF_ACTION
  frameworks/qwik/src/index.test.ts
ROUTER-shared-context A context that several requests share shows one person the session of another.
  frameworks/react-router/src/lib/requests.ts
  - const served = current()
  + const served = get(context)
  frameworks/react-router/src/index.test.ts
SOLID-cache A cached page has the session of the first request.
  frameworks/solid-start/src/lib/middleware.ts
  - isShared ? withoutCookies(req) : req
  + req
  frameworks/solid-start/src/index.test.ts
KIT-remote-url Actions are found by an address that a remote call can set.
  frameworks/sveltekit/src/lib/hooks.ts
  - operations().owns(request.url)
  + operations().owns(event.url)
  frameworks/sveltekit/src/index.test.ts
ALT-02 A request that the callback refuses goes on.
  frameworks/tanstack-start/src/index.ts
  - if (refusal) throw refusal
  + void refusal
  frameworks/tanstack-start/src/index.test.ts
`
