// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.follow;

import java.util.Optional;
import org.apache.ignite.Ignite;
import org.apache.ignite.internal.IgniteEx;
import org.apache.ignite.internal.processors.cache.DynamicCacheDescriptor;

/**
 * Whether a cache is the one that it was: one that is dropped and made anew has another deployment.
 * Uses Ignite's internals, since nothing public says so. Safe for use by several threads.
 */
record CacheDeployments(Ignite ignite) {
  /** What the deployment of a cache is known by; empty if there is no such cache. */
  Optional<Object> of(String cache) {
    return Optional.ofNullable(((IgniteEx) ignite).context().cache().cacheDescriptor(cache))
        .map(DynamicCacheDescriptor::deploymentId);
  }
}
