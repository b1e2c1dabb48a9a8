import { SetMetadata, createParamDecorator } from '@nestjs/common'
import { readCall } from './call.ts'
import { findScope } from './scopes.ts'

/** Where NestJS keeps what {@link Public} says of a handler or a controller. */
export const PUBLIC = '@latchstring/nestjs:public'

/**
 * Lets everybody call a handler, or the handlers of a controller, although a guard is there for all of them.
 *
 * On a handler it takes off the guard of its controller too. On a controller it takes off that of the whole application only: a
 * guard that the controller or one of its handlers has of its own stays.
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
 * Gives a handler the session of its request, or `null`. Behind a guard there is one.
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
 * Gives a handler everything of its request, a `RequestScope`: forms, sign-in, sign-out, update, the session for the browser.
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
