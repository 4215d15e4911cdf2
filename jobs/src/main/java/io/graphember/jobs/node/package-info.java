// SPDX-License-Identifier: Apache-2.0
/** The threads of a node. */
@NullMarked
package io.graphember.jobs.node;

import org.jspecify.annotations.NullMarked;
