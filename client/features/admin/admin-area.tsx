import { Outlet } from 'react-router';
import { AdminFrame } from './admin-frame.tsx';
import { useAdministrator } from './administrator.ts';
import { LiveProvider } from './live.tsx';
import { NoticesProvider } from './notices.tsx';

/** Around the administrator's pages. For anyone else each page says itself what they get, in a frame of its own. */
export function Component() {
  const administrator = useAdministrator();
  if (!administrator) return <Outlet />;
  return (
    <LiveProvider>
      <NoticesProvider>
        <AdminFrame email={administrator.email}>
          <Outlet />
        </AdminFrame>
      </NoticesProvider>
    </LiveProvider>
  );
}
