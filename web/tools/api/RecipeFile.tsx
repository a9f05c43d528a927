import type { ReactNode } from 'react';
import { recipeFiles } from './recipeFiles.ts';

interface RecipeFileProps {
  readonly program: keyof typeof recipeFiles;
  readonly children: (code: string) => ReactNode;
}

/** The whole configuration for a program, drawn by who asks: the files come only when somebody wants one. */
export default function RecipeFile({ program, children }: RecipeFileProps) {
  return children(recipeFiles[program]);
}
