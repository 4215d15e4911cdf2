// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.PublicationKind;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.spi.security.Action;
import io.graphember.spi.security.Authorizer;
import io.graphember.spi.security.Target;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.ignite.IgniteCheckedException;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.internal.GridKernalContext;
import org.apache.ignite.internal.IgniteNodeAttributes;
import org.apache.ignite.internal.processors.GridProcessorAdapter;
import org.apache.ignite.internal.processors.authentication.IgniteAccessControlException;
import org.apache.ignite.internal.processors.security.GridSecurityProcessor;
import org.apache.ignite.internal.processors.security.SecurityContext;
import org.apache.ignite.plugin.security.AuthenticationContext;
import org.apache.ignite.plugin.security.SecurityCredentials;
import org.apache.ignite.plugin.security.SecurityException;
import org.apache.ignite.plugin.security.SecurityPermission;
import org.apache.ignite.plugin.security.SecuritySubject;
import org.apache.ignite.plugin.security.SecuritySubjectType;
import org.jspecify.annotations.Nullable;

/**
 * Ignite's security where a node has no other: knows users by the security file, and keeps clients
 * from our caches and our service. Published results may be read by whoever may read them, requests
 * and their states by every user; all else that is not ours is as open as without it. Nodes,
 * clients that are nodes among them, may do everything: whoever joins as a node runs code on all of
 * them anyway. Safe for use by several threads.
 */
final class CacheGuard extends GridProcessorAdapter implements GridSecurityProcessor {
  private static final String OURS = "graphember.";

  /** Publications, by graph and job, whose names have no dots. */
  private static final Pattern RESULTS =
      Pattern.compile(
          PublicationKind.ALL.stream()
              .map(PublicationKind::name)
              .collect(
                  Collectors.joining("|", "graphember\\.(?:", ")\\.([^.]+)\\.([^.]+)\\.v[0-9]+")));

  private static final Set<SecurityPermission> CACHES =
      EnumSet.of(
          SecurityPermission.CACHE_READ,
          SecurityPermission.CACHE_PUT,
          SecurityPermission.CACHE_REMOVE,
          SecurityPermission.CACHE_CREATE,
          SecurityPermission.CACHE_DESTROY);

  /** What every user may do with our caches beside results. */
  private static final Map<String, Set<SecurityPermission>> OPEN =
      Map.of(
          CacheNames.REQUESTS,
          EnumSet.of(
              SecurityPermission.CACHE_READ,
              SecurityPermission.CACHE_PUT,
              SecurityPermission.CACHE_REMOVE),
          CacheNames.STATUS,
          EnumSet.of(SecurityPermission.CACHE_READ));

  private static final Set<SecurityPermission> SERVICES =
      EnumSet.of(SecurityPermission.SERVICE_DEPLOY, SecurityPermission.SERVICE_CANCEL);

  private final Users users;
  private final Authorizer authorizer;

  /** The security of a node that starts. */
  CacheGuard(GridKernalContext context, Users users, Authorizer authorizer) {
    super(context);
    this.users = users;
    this.authorizer = authorizer;
  }

  /** Ignite wants each node to have credentials, though a node that joins is not asked for them. */
  @Override
  public void start() throws IgniteCheckedException {
    super.start();
    ctx.addNodeAttribute(
        IgniteNodeAttributes.ATTR_SECURITY_CREDENTIALS, new SecurityCredentials("node", ""));
  }

  @Override
  public SecurityContext authenticateNode(ClusterNode node, SecurityCredentials credentials) {
    return Subjects.node(node.id());
  }

  @Override
  public boolean isGlobalNodeAuthentication() {
    return false;
  }

  @Override
  public SecurityContext authenticate(AuthenticationContext client) throws IgniteCheckedException {
    Optional<String> login =
        users.login(
            Optional.ofNullable(client.credentials()), Optional.ofNullable(client.certificates()));
    if (login.isEmpty()) {
      throw new IgniteAccessControlException(
          "The user name or password is wrong, or the client gives neither these nor a certificate of a user [address=%s]"
              .formatted(text(client.address())));
    }
    return Subjects.client(login.get(), client.address());
  }

  private static String text(@Nullable InetSocketAddress address) {
    return address == null ? "unknown" : address.getHostString();
  }

  @Override
  public @Nullable SecurityContext securityContext(UUID id) {
    // A node that did not know a subject would stop at the subject's first transaction.
    return Subjects.isLogin(id) ? Subjects.client(users.name(id), null) : null;
  }

  @Override
  public void authorize(
      @Nullable String name, SecurityPermission permission, SecurityContext context) {
    SecuritySubject subject = context.subject();
    if (name == null || subject.type() == SecuritySubjectType.REMOTE_NODE) {
      return;
    }
    final boolean refused =
        name.startsWith(OURS) && CACHES.contains(permission)
            ? !mayDo(name, permission, subject)
            : name.equals(GraphemberService.NAME) && SERVICES.contains(permission);
    if (refused) {
      throw new SecurityException(
          "User %s may not do %s on %s, which is Graphember's [address=%s]"
              .formatted(
                  Callers.caller(subject).name(), permission, name, text(subject.address())));
    }
  }

  /** Requests are anybody's who is known: what each asks for, he is asked for. */
  private boolean mayDo(String cache, SecurityPermission permission, SecuritySubject subject) {
    if (cache.equals(CacheNames.LISTINGS)) { // with what is everybody's
      return permission == SecurityPermission.CACHE_READ
          && authorizer.permits(Callers.caller(subject), Action.ADMINISTER, Target.CLUSTER);
    }
    final Set<SecurityPermission> open = OPEN.get(cache);
    return open == null ? mayRead(cache, permission, subject) : open.contains(permission);
  }

  private boolean mayRead(String cache, SecurityPermission permission, SecuritySubject subject) {
    Matcher results = RESULTS.matcher(cache);
    return permission == SecurityPermission.CACHE_READ
        && results.matches()
        && authorizer.permits(
            Callers.caller(subject),
            Action.READ_RESULTS,
            Target.job(results.group(1), results.group(2)));
  }

  @Override
  public Collection<SecuritySubject> authenticatedSubjects() {
    return List.of();
  }

  @Override
  public @Nullable SecuritySubject authenticatedSubject(UUID id) {
    SecurityContext context = securityContext(id);
    return context == null ? null : context.subject();
  }

  @Override
  public void onSessionExpired(UUID id) {
    // Nothing is kept of a session.
  }

  @Override
  @Deprecated
  public boolean enabled() {
    return true;
  }
}
