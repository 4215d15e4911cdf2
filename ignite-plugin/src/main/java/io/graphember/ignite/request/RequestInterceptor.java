// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import io.graphember.ignite.GraphemberPlugin;
import jakarta.inject.Inject;
import java.util.Optional;
import javax.cache.Cache;
import org.apache.ignite.Ignite;
import org.apache.ignite.cache.CacheInterceptorAdapter;
import org.apache.ignite.lang.IgniteBiTuple;
import org.apache.ignite.resources.IgniteInstanceResource;
import org.jspecify.annotations.Nullable;

/**
 * Hands what is put into the cache of requests to the {@link RequestDoor} of its node. Part of the
 * configuration of the cache, which all nodes have.
 */
public final class RequestInterceptor extends CacheInterceptorAdapter<String, String> {
  private static final long serialVersionUID = 1L;

  @IgniteInstanceResource private transient @Nullable Ignite ignite;
  private transient volatile @Nullable Parts parts; // once the node has them

  /** For the configuration of the cache. */
  public RequestInterceptor() {}

  /** What is asked of the node. */
  private static final class Parts {
    @Inject private RequestDoor door;
  }

  /** Empty while the node starts or stops: it lets nothing in. */
  private Optional<RequestDoor> door() {
    Parts found = parts;
    if (found == null && ignite != null) {
      try {
        final GraphemberPlugin plugin = ignite.plugin(GraphemberPlugin.NAME);
        final Parts asked = new Parts();
        plugin.inject(asked);
        parts = asked;
        found = asked;
      } catch (RuntimeException e) { // thrown on, it could end the node
        return Optional.empty();
      }
    }
    return Optional.ofNullable(found).map(node -> node.door);
  }

  @Override
  public @Nullable String onBeforePut(Cache.Entry<String, String> entry, String text) {
    try {
      return door()
          .flatMap(door -> door.admit(entry.getKey(), entry.getValue(), text))
          .orElse(null);
    } catch (RuntimeException e) {
      return null;
    }
  }

  @Override
  public void onAfterPut(Cache.Entry<String, String> entry) {
    door().ifPresent(door -> door.admitted(entry.getKey()));
  }

  @Override
  public IgniteBiTuple<Boolean, String> onBeforeRemove(Cache.Entry<String, String> entry) {
    return new IgniteBiTuple<>(!mayRemove(entry.getValue()), entry.getValue());
  }

  private boolean mayRemove(@Nullable String before) {
    try {
      return door().filter(door -> door.mayRemove(before)).isPresent();
    } catch (RuntimeException e) {
      return false;
    }
  }
}
