package tram;

import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.IncludeEngines;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

@Suite
@IncludeEngines("cucumber")
@SelectPackages("tram")
@ConfigurationParameter(key = "cucumber.glue", value = "tram.steps")
public class RunTramTest {
}
