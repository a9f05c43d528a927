import { useRouter } from 'wouter';
import { usePathname as useBrowserPathname } from 'wouter/use-browser-location';

/** The path of the address as it stands there. wouter's `useLocation` decodes it, so that an id was decoded twice. */
export function usePathname(): string {
  const { ssrPath } = useRouter();
  return useBrowserPathname(ssrPath === undefined ? {} : { ssrPath });
}
