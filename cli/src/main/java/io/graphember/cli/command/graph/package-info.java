// SPDX-License-Identifier: Apache-2.0
/** Commands about graphs: what they are, what they take, how they are cut. */
@NullMarked
package io.graphember.cli.command.graph;

import org.jspecify.annotations.NullMarked;
