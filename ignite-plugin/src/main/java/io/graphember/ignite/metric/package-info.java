// SPDX-License-Identifier: Apache-2.0
/** The metrics of a node among those of Ignite. */
@NullMarked
package io.graphember.ignite.metric;

import org.jspecify.annotations.NullMarked;
