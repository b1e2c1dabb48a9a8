import { SetMetadata, createParamDecorator } from '@nestjs/common'
import { readCall } from './call.ts'
import { findScope } from './scopes.ts'

/** Key of the metadata that {@link Public} sets on a handler or a controller. */
export const PUBLIC = '@latchstring/nestjs:public'

/**
 * Exempts a handler, or the handlers of a controller, from a guard.
 *
 * On a handler it disables the guards of the controller and of the application. On a controller it disables only the guard of the
 * application: a guard of the controller itself or of one of its handlers still applies.
 *
 * @example
 * ```typescript
 * @Public()
 * @Get('health')
 * health() {
 *   return 'ok'
 * }
 * ```
 */
export const Public = (): ClassDecorator & MethodDecorator => SetMetadata(PUBLIC, true)

/**
 * Passes a handler the session of its request, or `null`. Behind a guard it is never `null`.
 *
 * @example
 * ```typescript
 * @UseGuards(AuthGuard)
 * @Get('me')
 * me(@Session() session: RegisteredSession) {
 *   return session.user
 * }
 * ```
 */
export const Session: () => ParameterDecorator = createParamDecorator((_data, context) =>
  findScope(readCall(context).request).auth(),
)

/**
 * Passes a handler the `RequestScope` of its request: forms, sign-in, sign-out, update, the session for the browser.
 *
 * @example
 * ```typescript
 * @Post('login')
 * @Redirect('/', 303)
 * login(@Body() body: Record<string, unknown>, @Latchstring() latchstring: RequestScope) {
 *   return latchstring.form('signin', body)
 * }
 * ```
 */
export const Latchstring: () => ParameterDecorator = createParamDecorator((_data, context) =>
  findScope(readCall(context).request),
)
