// SPDX-License-Identifier: Apache-2.0
/** The cluster a command works with: nodes in this process or somebody else's. */
@NullMarked
package io.graphember.cli.cluster;

import org.jspecify.annotations.NullMarked;
