// SPDX-License-Identifier: Apache-2.0
/** The storage nodes that a cluster has, by Ignite's baseline and by its events. */
@NullMarked
package io.graphember.ignite.majority;

import org.jspecify.annotations.NullMarked;
