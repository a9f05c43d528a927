import { useEffect, useRef } from 'react';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import 'swagger-ui-dist/swagger-ui.css';
import styles from './Api.module.css';

/** The OpenAPI document in Swagger UI. Only read-only calls can be tried. */
export default function RenderedReference() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return;
    SwaggerUI({
      domNode: box.current,
      url: apiPaths.openapi,
      supportedSubmitMethods: ['get'],
      docExpansion: 'list',
      defaultModelsExpandDepth: -1,
      deepLinking: false,
      validatorUrl: null,
      persistAuthorization: false,
    });
  }, []);
  return <div ref={box} className={styles.reference} lang="en" />;
}
