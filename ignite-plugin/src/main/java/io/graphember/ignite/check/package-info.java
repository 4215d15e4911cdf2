// SPDX-License-Identifier: Apache-2.0
/** What a node needs of its JVM and machine, compared with what is there. */
package io.graphember.ignite.check;
