// SPDX-License-Identifier: Apache-2.0
/** More than half of the storage nodes: what keeps two halves of a cluster from both going on. */
@NullMarked
package io.graphember.jobs.majority;

import org.jspecify.annotations.NullMarked;
