// SPDX-License-Identifier: Apache-2.0
/** What Ignite keeps on the disk of a node. */
@NullMarked
package io.graphember.ignite.disk;

import org.jspecify.annotations.NullMarked;
