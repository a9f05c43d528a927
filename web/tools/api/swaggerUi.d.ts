declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Options {
    readonly domNode: HTMLElement;
    readonly url: string;
    readonly [option: string]: unknown;
  }
  export default function SwaggerUI(options: Options): unknown;
}
