/**
 * The part of NestJS that the package uses. NestJS is many times what the repository installs beside it; the applications of
 * the suite compile the package against its own types.
 */
declare module '@nestjs/common' {
  type Token = string | symbol | (abstract new (...args: never[]) => object)

  interface ExecutionContext {
    getType(): string
    getArgs(): readonly unknown[]
    getHandler(): object
    getClass(): object
  }

  export class HttpException extends Error {
    constructor(response: object | string, status: number)
  }
  export class UnauthorizedException extends HttpException {
    constructor(response?: object | string)
  }
  export function Inject(token: Token): ParameterDecorator
  export function Module(metadata: object): ClassDecorator
  export function SetMetadata(key: string, value: unknown): ClassDecorator & MethodDecorator
  export function createParamDecorator(
    factory: (data: unknown, context: ExecutionContext) => unknown,
  ): (...pipes: never[]) => ParameterDecorator
}

declare module '@nestjs/core' {
  export const APP_GUARD: string
  export class HttpAdapterHost {
    readonly httpAdapter?: object
  }
  export class Reflector {
    get(key: string, target: object): unknown
  }
}
