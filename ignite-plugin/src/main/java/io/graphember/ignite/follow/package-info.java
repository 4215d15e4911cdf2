// SPDX-License-Identifier: Apache-2.0
/** Changes of users' caches, as Ignite sees them. */
@NullMarked
package io.graphember.ignite.follow;

import org.jspecify.annotations.NullMarked;
