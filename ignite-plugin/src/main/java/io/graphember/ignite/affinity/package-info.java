// SPDX-License-Identifier: Apache-2.0
/** Where partitions lie on nodes: graph partition p is Ignite partition p. */
@NullMarked
package io.graphember.ignite.affinity;

import org.jspecify.annotations.NullMarked;
